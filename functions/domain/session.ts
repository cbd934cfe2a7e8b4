import { isAhead, type EpochSeconds } from './epoch-seconds.ts';

/** A logged-in user, as the login service recorded it. */
export interface Session {
  readonly userName: string;
  readonly role: 'admin' | 'user';
  readonly expiresAt: EpochSeconds;
}

/**
 * Whether a session may be acted on: not expired by the clock, since DynamoDB deletes expired items hours or days
 * late, and belonging to the user that the caller claims to be (interface, section 5).
 */
export function isSessionOf(session: Session, userName: string, now: EpochSeconds): boolean {
  return isAhead(session.expiresAt, now) && session.userName === userName;
}
