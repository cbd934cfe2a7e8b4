import type { Caller } from '../../config/deadline.ts';
import { serialNumbersIn } from '../../domain/device.ts';
import type { Decision } from '../../domain/eligibility.ts';
import { epochSeconds } from '../../domain/epoch-seconds.ts';
import { Refusal } from '../../domain/refusal.ts';
import { logStarted } from '../../log/started.ts';
import type { UpgradeRequest } from '../request.ts';
import type { Outcome } from '../respond.ts';
import type { UpgradeServices } from '../services.ts';
import { claimAll, newClaims, resultsOf } from './claim.ts';
import { judge } from './judge.ts';

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
  const { decisions, firmware, current, begun, judged } = await readAndJudge(request, services);
  const order = {
    firmware,
    requestedBy: caller.userName,
    requestKey: request.requestKey,
    requestedAt: judged,
    leaseSeconds,
  };
  const claims = await claimAll(newClaims(decisions, current, order), services, caller);
  const written = claims.filter(({ outcome }) => outcome.kind === 'written');
  const leasesExpired = logStarted(written);
  return {
    results: resultsOf(decisions, claims),
    metrics: {
      ...(leasesExpired > 0 && { LeasesExpired: [leasesExpired, 'Count'] }),
      ReadLatency: [judged.getTime() - begun.getTime(), 'Milliseconds'],
      ClaimLatency: [clock().getTime() - judged.getTime(), 'Milliseconds'],
    },
  };
}

/** Tells what {@link startUpgrade} would answer now, and refuses as it does; claims nothing. */
export async function dryRunUpgrade(request: UpgradeRequest, services: UpgradeServices): Promise<Outcome> {
  const { decisions } = await readAndJudge(request, services);
  const resultOf = (decision: Decision) => (decision === 'CLAIM' ? 'SUCCESS' : decision);
  return { results: new Map([...decisions].map(([sn, decision]) => [sn, resultOf(decision)])) };
}

async function readAndJudge(request: UpgradeRequest, services: UpgradeServices) {
  const begun = services.clock();
  const facts = await readFacts(request, services);
  const judged = services.clock();
  // By the clock before the reads: by a later time, a lease that was renewed during them would look expired.
  const judgement = judge({ ...facts, now: epochSeconds(begun) });
  if ('refusal' in judgement) throw new Refusal(judgement.refusal);
  return { ...judgement, current: facts.current, begun, judged };
}

/** All in one round trip. */
async function readFacts(request: UpgradeRequest, { firmwares, devices, upgrades }: UpgradeServices) {
  const sns = serialNumbersIn(request.sns);
  const [firmware, known, current] = await Promise.all([
    firmwares.find(request.firmwareId),
    devices.findMany(sns),
    upgrades.findMany(sns),
  ]);
  return { request, firmware, devices: known, current };
}
