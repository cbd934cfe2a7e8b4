import type { CurrentUpgrade } from '../../functions/domain/upgrade.ts';
import type { WriteOutcome } from '../../functions/domain/write-outcome.ts';

export const WRITTEN: WriteOutcome = { kind: 'written' };
/** Refused by a record that the database did not show. */
export const NOT_SHOWN: WriteOutcome = { kind: 'refused', by: undefined };
/** The reply was lost. */
export const IN_DOUBT: WriteOutcome = { kind: 'unknown', mayBeWritten: true };
/** Time ran out, or the database did not take it. */
export const NOT_TRIED: WriteOutcome = { kind: 'unknown', mayBeWritten: false };

export function refusedBy(by: CurrentUpgrade): WriteOutcome {
  return { kind: 'refused', by };
}
