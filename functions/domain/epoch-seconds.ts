/** Whole seconds since 1970, the unit in which DynamoDB compares and expires. */
export type EpochSeconds = number;

/**
 * Largest credible moment: ten digits, the year 2286. A number above it is most likely milliseconds, which would
 * otherwise make a session or a lease last for ever.
 */
export const LAST_EPOCH_SECOND: EpochSeconds = 9_999_999_999;

/** The moment in whole epoch seconds, rounded down. */
export function epochSeconds(moment: Date): EpochSeconds {
  return Math.floor(moment.getTime() / 1000);
}

/** Whether a moment lies ahead of now and is credible. */
export function isAhead(moment: EpochSeconds, now: EpochSeconds): boolean {
  return moment > now && moment <= LAST_EPOCH_SECOND;
}
