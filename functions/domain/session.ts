import { isAhead, type EpochSeconds } from './epoch-seconds.ts';

/** A logged-in user, as the login service recorded it. */
export interface Session {
  readonly userName: string;
  readonly role: 'admin' | 'user';
  readonly expiresAt: EpochSeconds;
}

/** How far the clock of the login service may be ahead. */
const CLOCK_SECONDS = 60;

/**
 * Whether a session may be acted on: not expired by the clock, since DynamoDB deletes expired items hours or days
 * late, and belonging to the user that the caller claims to be (interface, section 5).
 * @param longestSeconds maximum remaining lifetime: a session that has more is a mistake, or worse
 */
export function isSessionOf(
  { expiresAt, userName: owner }: Session,
  userName: string,
  now: EpochSeconds,
  longestSeconds: number,
): boolean {
  return isAhead(expiresAt, now) && expiresAt - now <= longestSeconds + CLOCK_SECONDS && owner === userName;
}
