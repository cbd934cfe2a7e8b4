import type { DeviceResult } from '../../domain/api-status.ts';
import { epochSeconds } from '../../domain/epoch-seconds.ts';
import type { SettledClaim } from '../../domain/ports.ts';
import { isLive } from '../../domain/upgrade.ts';
import { resultOfLive, type Decision } from './judge.ts';

/** What each device is told, in request order. */
export type DeviceResults = ReadonlyMap<string, DeviceResult>;

/** The results of a request: as decided, or by what became of the claim. */
export function resultsOf(decisions: ReadonlyMap<string, Decision>, claims: readonly SettledClaim[]): DeviceResults {
  const bySn = new Map(claims.map((claim) => [claim.upgrade.sn, claim]));
  return new Map(
    [...decisions].map(([sn, decision]) => [sn, decision === 'CLAIM' ? resultOf(bySn.get(sn)) : decision]),
  );
}

/** The one place that decides on TRY_AGAIN for a device. */
function resultOf(claim: SettledClaim | undefined): DeviceResult {
  if (claim?.outcome.kind === 'written') return 'SUCCESS';
  const stands = claim?.outcome.kind === 'refused' ? claim.outcome.by : undefined;
  // What stands against it and yet does not hold the device has come in between and ended: the next request comes after.
  if (claim === undefined || stands === undefined || !isLive(stands, epochSeconds(claim.upgrade.requestedAt))) {
    return 'TRY_AGAIN';
  }
  return resultOfLive(stands, claim.upgrade.firmwareId);
}
