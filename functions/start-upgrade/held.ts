import type { VerdictName } from '../domain/api-status.ts';
import type { HeldUpgrade, Upgrade } from '../domain/upgrade.ts';

/** What a live upgrade means to a request for a firmware: the same one is a repeat (interface 4.2, rule 5). */
export function answerHeld(held: HeldUpgrade, firmwareId: number): VerdictName {
  return held.firmwareId === firmwareId ? 'REPEAT' : 'DEVICE_BUSY';
}

/**
 * As {@link answerHeld}, but a record with our own token is our own write: the database client repeats a write whose
 * reply was lost, and the repeat then meets the first.
 */
export function answerOwnOrHeld(held: HeldUpgrade, upgrade: Upgrade): VerdictName {
  return held.claimToken === upgrade.claimToken ? 'SUCCESS' : answerHeld(held, upgrade.firmwareId);
}
