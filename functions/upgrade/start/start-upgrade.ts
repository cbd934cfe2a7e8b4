import type { VerdictName } from '../../domain/api-status.ts';
import { Refusal } from '../../domain/refusal.ts';
import { claimAll, type Claimed } from './claim.ts';
import { judge, type Ruling } from './judge.ts';
import { lookAt } from './look.ts';
import { newUpgrades } from './new-upgrades.ts';
import type { UpgradeRequest } from './request.ts';
import type { Verdicts } from './respond.ts';
import type { Caller, StartUpgradeServices } from './services.ts';

/** What became of a request: a verdict for every device, and what is worth measuring. */
export interface Outcome extends Claimed {
  readonly readMs: number;
  readonly claimMs: number;
}

/**
 * Starts the upgrade on each device that may have it: read, judge, claim. Rejects with {@link Refusal} when the
 * request is refused whole and with StoreUnavailable when reading fails, in both cases before anything is written;
 * from the first claim on it always resolves, whatever happens, with a verdict for every device.
 */
export async function startUpgrade(
  request: UpgradeRequest,
  services: StartUpgradeServices,
  caller: Caller,
): Promise<Outcome> {
  const { clock, leaseSeconds } = services;
  const begun = clock();
  const [firmware, devices] = await Promise.all([
    services.firmwares.find(request.firmwareId),
    services.devices.findMany(request.sns),
  ]);
  const judgement = judge(request, firmware, devices);
  if ('refusal' in judgement) throw new Refusal(judgement.refusal);

  const { rulings } = judgement;
  const requestedAt = clock();
  const order = { firmware: judgement.firmware, requestedBy: caller.userName, requestedAt, leaseSeconds };
  const [{ verdicts: claimed, leasesExpired }, looked] = await Promise.all([
    claimAll(newUpgrades(ruledAs('CLAIM', rulings), order), services, caller),
    lookAt(ruledAs('LOOK', rulings), request.firmwareId, services, caller),
  ]);
  return {
    verdicts: new Map([...rulings].map(([sn, ruling]) => [sn, verdictOn(sn, ruling, claimed, looked)])),
    leasesExpired,
    readMs: requestedAt.getTime() - begun.getTime(),
    claimMs: clock().getTime() - requestedAt.getTime(),
  };
}

function ruledAs(wanted: Ruling, rulings: ReadonlyMap<string, Ruling>): readonly string[] {
  return [...rulings].filter(([, ruling]) => ruling === wanted).map(([sn]) => sn);
}

function verdictOn(sn: string, ruling: Ruling, claimed: Verdicts, looked: Verdicts): VerdictName {
  if (ruling === 'CLAIM' || ruling === 'LOOK') return claimed.get(sn) ?? looked.get(sn) ?? 'TRY_AGAIN';
  return ruling;
}
