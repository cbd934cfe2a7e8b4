import type { VerdictName } from '../../domain/api-status.ts';
import type { HeldUpgrade, Upgrade } from '../../domain/upgrade.ts';
import { logError } from '../../log/log.ts';
import { answerOwnOrHeld } from './held.ts';
import type { Verdicts } from './respond.ts';
import { whileTimeRemains, type Caller, type StartUpgradeServices } from './services.ts';

/** A claim of which it is not known what became. */
export interface Doubtful {
  readonly upgrade: Upgrade;
  /** Whether it may have been written, or may yet be; if not, it was refused without a word about what holds the device. */
  readonly mayBeWritten: boolean;
}

/** Kept free for the answer itself. */
const RESERVE_MS = 500;

/**
 * Finds out what became of doubtful claims. Never rejects: a device for which nothing certain was found is
 * left out, or told TRY_AGAIN.
 */
export async function readBack(
  claims: readonly Doubtful[],
  { upgrades }: StartUpgradeServices,
  caller: Caller,
): Promise<Verdicts> {
  if (claims.length === 0) return new Map();
  try {
    const found = await upgrades.findMany(
      claims.map(({ upgrade }) => upgrade.sn),
      whileTimeRemains(caller, RESERVE_MS),
    );
    return new Map(claims.map((claim) => [claim.upgrade.sn, verdictOn(claim, found.get(claim.upgrade.sn))]));
  } catch (error) {
    logError('READ_BACK_FAILED', error, { devices: claims.length });
    return new Map();
  }
}

/** Without a record nothing is promised: the write may still be on its way. */
function verdictOn({ upgrade, mayBeWritten }: Doubtful, held: HeldUpgrade | undefined): VerdictName {
  return held === undefined ? 'TRY_AGAIN' : answerOwnOrHeld(held, upgrade, mayBeWritten);
}
