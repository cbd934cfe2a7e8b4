import type { CurrentUpgrade } from './upgrade.ts';

/** What became of a conditional write to the record of a device. */
export type WriteOutcome =
  | { readonly kind: 'written' }
  /** Not written, by this attempt or any other, because of what is on record: undefined if that was not shown. */
  | { readonly kind: 'refused'; readonly by: CurrentUpgrade | undefined }
  /** Not known. Unless it may be written, or may yet be, it has not even been tried. */
  | { readonly kind: 'unknown'; readonly mayBeWritten: boolean };

/**
 * What a record that stands against a claim says of it. Its own token means that it was written: the database client
 * repeats a write whose reply was lost, and the repeat then meets the first.
 * @param mayBeWritten whether an attempt went without an answer. Then somebody else's upgrade does not tell that we
 * started none: it may have come after ours had ended, and our attempt may still be on its way.
 */
export function resolveConflict(
  record: CurrentUpgrade | undefined,
  claimToken: string,
  mayBeWritten: boolean,
): WriteOutcome {
  if (record?.claimToken === claimToken) return { kind: 'written' };
  return mayBeWritten ? { kind: 'unknown', mayBeWritten } : { kind: 'refused', by: record };
}
