import type { VerdictName } from '../domain/api-status.ts';
import { epochSeconds } from '../domain/epoch-seconds.ts';
import { isLive, type HeldUpgrade, type Upgrade } from '../domain/upgrade.ts';
import { logError } from '../log/log.ts';
import { answerOwnOrHeld } from './held.ts';
import type { Verdicts } from './respond.ts';
import { whileTimeRemains, type Caller, type StartUpgradeServices } from './services.ts';

/** Kept free for the answer itself. */
const RESERVE_MS = 500;

/**
 * Finds out what became of claims that got no answer. Never rejects: a device for which nothing certain was found is
 * left out, or told TRY_AGAIN.
 */
export async function readBack(
  claims: readonly Upgrade[],
  { upgrades, clock }: StartUpgradeServices,
  caller: Caller,
): Promise<Verdicts> {
  if (claims.length === 0) return new Map();
  try {
    const found = await upgrades.findMany(
      claims.map(({ sn }) => sn),
      whileTimeRemains(caller, RESERVE_MS),
    );
    const now = epochSeconds(clock());
    return new Map(claims.map((claim) => [claim.sn, verdictOn(claim, found.get(claim.sn), now)]));
  } catch (error) {
    logError('READ_BACK_FAILED', error, { devices: claims.length });
    return new Map();
  }
}

/** Without a record of ours or a live one the write may still be on its way, so nothing is promised. */
function verdictOn(claim: Upgrade, held: HeldUpgrade | undefined, now: number): VerdictName {
  if (held === undefined) return 'TRY_AGAIN';
  if (held.claimToken !== claim.claimToken && !isLive(held, now)) return 'TRY_AGAIN';
  return answerOwnOrHeld(held, claim);
}
