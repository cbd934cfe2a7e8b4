import type { Caller } from '../../config/deadline.ts';
import { SERIAL_NUMBER } from '../../domain/device.ts';
import { epochSeconds } from '../../domain/epoch-seconds.ts';
import type { SettledClaim } from '../../domain/ports.ts';
import { Refusal } from '../../domain/refusal.ts';
import { isUnfinished } from '../../domain/upgrade.ts';
import { logInfo, logWarning } from '../../log/log.ts';
import type { UpgradeServices } from '../services.ts';
import { claimAll, newClaims } from './claim.ts';
import { judge } from './judge.ts';
import type { UpgradeRequest } from './request.ts';
import { resultsOf, type DeviceResults } from './results.ts';

/** What became of a request: a result for every device, and what is worth measuring. */
export interface Outcome {
  readonly results: DeviceResults;
  /** Devices that were claimed over an upgrade whose end nobody had reported. */
  readonly leasesExpired: number;
  readonly readMs: number;
  readonly claimMs: number;
}

/**
 * Starts the upgrade on each device that may have it: read, judge, claim. Rejects with {@link Refusal} when the
 * request is refused whole and with StoreUnavailable when reading fails, in both cases before anything is written;
 * from the first claim on it always resolves, whatever happens, with a result for every device.
 */
export async function startUpgrade(
  request: UpgradeRequest,
  services: UpgradeServices,
  caller: Caller,
): Promise<Outcome> {
  const { clock, leaseSeconds } = services;
  const begun = clock();
  const facts = await readFacts(request, services);
  const requestedAt = clock();
  const judgement = judge({ ...facts, now: epochSeconds(requestedAt) });
  if ('refusal' in judgement) throw new Refusal(judgement.refusal);

  const { decisions, firmware } = judgement;
  const order = { firmware, requestedBy: caller.userName, requestedAt, leaseSeconds };
  const claims = await claimAll(newClaims(decisions, facts.current, order), services.upgrades, caller);
  const written = claims.filter(({ outcome }) => outcome.kind === 'written');
  written.forEach(log);
  return {
    results: resultsOf(decisions, claims),
    leasesExpired: written.filter(isOverLostLease).length,
    readMs: requestedAt.getTime() - begun.getTime(),
    claimMs: clock().getTime() - requestedAt.getTime(),
  };
}

/** All in one round trip. What cannot be a serial number is no device, and not looked up. */
async function readFacts(request: UpgradeRequest, { firmwares, devices, upgrades }: UpgradeServices) {
  const sns = request.sns.filter((sn) => SERIAL_NUMBER.test(sn));
  const [firmware, known, current] = await Promise.all([
    firmwares.find(request.firmwareId),
    devices.findMany(sns),
    upgrades.findMany(sns),
  ]);
  return { request, firmware, devices: known, current };
}

/** The audit line of a started upgrade; and a warning when nobody had reported the end of the one before. */
function log(claim: SettledClaim): void {
  const { sn, upgradeId, firmwareId, requestedBy } = claim.upgrade;
  logInfo('UPGRADE_STARTED', { sn, upgradeId, firmwareId, requestedBy });
  if (isOverLostLease(claim)) logWarning('LEASE_EXPIRED', { sn, upgradeId: claim.replaced?.upgradeId });
}

function isOverLostLease({ replaced }: SettledClaim): boolean {
  return replaced !== undefined && isUnfinished(replaced);
}
