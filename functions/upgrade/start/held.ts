import type { VerdictName } from '../../domain/api-status.ts';
import { epochSeconds } from '../../domain/epoch-seconds.ts';
import { isLive, type HeldUpgrade, type Upgrade } from '../../domain/upgrade.ts';

/** What a live upgrade means to a request for a firmware: the same one is a repeat (interface 4.2, rule 5). */
export function answerHeld(held: HeldUpgrade, firmwareId: number): VerdictName {
  return held.firmwareId === firmwareId ? 'REPEAT' : 'DEVICE_BUSY';
}

/**
 * As {@link answerHeld}, but a record with our own token is our own write: the database client repeats a write whose
 * reply was lost, and the repeat then meets the first.
 * @param mayBeWritten whether an attempt of ours went without an answer. Then somebody else's upgrade does not tell that
 * we started none: it may have come after ours had ended, and our attempt may still be on its way.
 */
export function answerOwnOrHeld(held: HeldUpgrade, upgrade: Upgrade, mayBeWritten: boolean): VerdictName {
  if (held.claimToken === upgrade.claimToken) return 'SUCCESS';
  // What does not hold the device, and yet refused us, was requested after us: the next request comes after it.
  const holdsTheDevice = isLive(held, epochSeconds(upgrade.requestedAt));
  return mayBeWritten || !holdsTheDevice ? 'TRY_AGAIN' : answerHeld(held, upgrade.firmwareId);
}
