import { isAhead, type EpochSeconds } from './epoch-seconds.ts';
import type { FirmwareFile } from './firmware.ts';

/** States in which an upgrade holds its device, as long as its lease runs. */
export const LIVE_STATES = ['requested', 'running'] as const;

export type UpgradeState = (typeof LIVE_STATES)[number] | 'succeeded' | 'failed';

/** A started upgrade: the record is the command to the device and the lock on it. */
export interface Upgrade {
  readonly sn: string;
  /** Stable, unique and sortable by time (UUID version 7). */
  readonly upgradeId: string;
  readonly firmwareId: number;
  readonly file: FirmwareFile;
  /** Unique to the invocation that wrote the record: tells a lost reply from somebody else's upgrade. */
  readonly claimToken: string;
  readonly requestedBy: string;
  readonly requestedAt: Date;
  readonly leaseEndsAt: EpochSeconds;
}

/** What a stored upgrade says to a request for the same device. */
export interface HeldUpgrade {
  readonly upgradeId: string | undefined;
  readonly firmwareId: number | undefined;
  readonly claimToken: string | undefined;
  readonly state: string | undefined;
  readonly leaseEndsAt: EpochSeconds | undefined;
}

/**
 * Whether an upgrade holds its device now: not ended, and its lease not run out. Whatever its record lacks or has
 * wrong frees the device, so that every record has an exit. The write condition in the store says the same.
 */
export function isLive(held: HeldUpgrade, now: EpochSeconds): boolean {
  return isUnfinished(held) && held.leaseEndsAt !== undefined && isAhead(held.leaseEndsAt, now);
}

/** Whether nobody has reported the end of an upgrade; a device that is free all the same has lost its lease. */
export function isUnfinished(held: HeldUpgrade): boolean {
  return LIVE_STATES.some((state) => state === held.state);
}
