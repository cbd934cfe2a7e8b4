import type { EpochSeconds } from '../../domain/epoch-seconds.ts';

/** A session, as the login service writes it: docs/data-contract.md. */
export interface SessionItem {
  /** Hexadecimal SHA-256 of the `cloud-sid`. */
  sidHash: string;
  userName: string;
  role: 'admin' | 'user';
  expiresAt: EpochSeconds;
}
