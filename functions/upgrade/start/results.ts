import type { DeviceResult } from '../../domain/api-status.ts';
import { epochSeconds } from '../../domain/epoch-seconds.ts';
import type { Claim, Settled } from '../../domain/ports.ts';
import { isLive } from '../../domain/upgrade.ts';
import type { DeviceResults } from '../respond.ts';
import { resultOfLive, type Decision } from './judge.ts';

/** The results of a request: as decided, or by what became of the claim. */
export function resultsOf(decisions: ReadonlyMap<string, Decision>, claims: readonly Settled<Claim>[]): DeviceResults {
  const bySn = new Map(claims.map((claim) => [claim.upgrade.sn, claim]));
  return new Map(
    [...decisions].map(([sn, decision]) => [sn, decision === 'CLAIM' ? resultOf(bySn.get(sn)) : decision]),
  );
}

/** The one place that decides on TRY_AGAIN for a device that is to be upgraded. */
function resultOf(claim: Settled<Claim> | undefined): DeviceResult {
  if (claim?.outcome.kind === 'written') return 'SUCCESS';
  const stands = claim?.outcome.kind === 'refused' ? claim.outcome.by : undefined;
  // What stands against it and does not hold the device has come in between and ended, and so did those before it.
  if (claim === undefined || stands === undefined || !isLive(stands, epochSeconds(claim.upgrade.requestedAt))) {
    return 'TRY_AGAIN';
  }
  return resultOfLive(stands, claim.upgrade.firmwareId);
}
