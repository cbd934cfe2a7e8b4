import type { CurrentUpgrade } from './upgrade.ts';

/** The outcome of a conditional write to the record of a device. */
export type WriteOutcome =
  | { readonly kind: 'written' }
  /** Not written, by this attempt or any other, because of what is on record: undefined if that was not shown. */
  | { readonly kind: 'refused'; readonly by: CurrentUpgrade | undefined }
  /**
   * Not known. Unless it may be written, now or later, it was not tried or certainly not taken. With what is on record in
   * its place, if that was shown.
   */
  | { readonly kind: 'unknown'; readonly mayBeWritten: boolean; readonly by?: CurrentUpgrade | undefined };

/**
 * What a record that stands against a write says of it. The write's own token means that it was written: the database
 * client repeats a write whose reply was lost, and the repeat then meets the first.
 * @param token of the claim or the cancellation
 * @param mayBeWritten whether an attempt went without an answer. Then what somebody else has written does not tell that
 * we have written nothing: it may have come after ours, and our attempt may still be on its way.
 */
export function resolveConflict(
  record: CurrentUpgrade | undefined,
  token: string,
  mayBeWritten: boolean,
): WriteOutcome {
  if (record?.claimToken === token || record?.cancelToken === token) return { kind: 'written' };
  return mayBeWritten ? { kind: 'unknown', mayBeWritten, by: record } : { kind: 'refused', by: record };
}
