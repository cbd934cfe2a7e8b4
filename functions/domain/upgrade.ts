import type { EpochSeconds } from './epoch-seconds.ts';
import type { FirmwareFile } from './firmware.ts';

/** Form of the ids of upgrades: UUID version 7, which begins with its time. */
export const UPGRADE_ID = /^[\dA-Fa-f]{8}-[\dA-Fa-f]{4}-7[\dA-Fa-f]{3}-[89ABab][\dA-Fa-f]{3}-[\dA-Fa-f]{12}$/;

/** States in which an upgrade holds its device, as long as its lease runs. */
export const LIVE_STATES = ['requested', 'running'] as const;

/** Final states. In one of them, an upgrade no longer holds its device. */
export const ENDED_STATES = ['succeeded', 'failed', 'cancelled'] as const;

export type UpgradeState = (typeof LIVE_STATES)[number] | (typeof ENDED_STATES)[number];

/** A started upgrade: the record is the command to the device and the lock on it. */
export interface Upgrade {
  readonly sn: string;
  /** Stable and unique (UUID version 7). The ids of a device sort in the order of its claims. */
  readonly upgradeId: string;
  readonly firmwareId: number;
  readonly file: FirmwareFile;
  /** Unique to the invocation that wrote the record: tells a lost reply from somebody else's upgrade. */
  readonly claimToken: string;
  readonly requestedBy: string;
  /** The caller's key, or `rollout:` and an id; undefined if there is none. */
  readonly requestKey?: string | undefined;
  readonly requestedAt: Date;
  /** When it was decided on, as ISO 8601, if that was long before; otherwise `requestedAt` stands for it. */
  readonly decidedAt?: string | undefined;
  readonly leaseEndsAt: EpochSeconds;
}

/** What is on record for a device, ended or not. What the record lacks, or has with another type, is undefined. */
export interface CurrentUpgrade {
  readonly upgradeId: string | undefined;
  readonly firmwareId: number | undefined;
  readonly claimToken: string | undefined;
  /** Only there when the upgrade was cancelled. */
  readonly cancelToken?: string | undefined;
  /** As in {@link Upgrade}. */
  readonly requestKey?: string | undefined;
  readonly state: string | undefined;
  readonly leaseEndsAt: EpochSeconds | undefined;
}

/** What is on record for a device, with all that callers may be told of it. */
export interface RecordedUpgrade extends CurrentUpgrade {
  readonly version: string | undefined;
  readonly progress: number | undefined;
  readonly reason: string | undefined;
  readonly requestedBy: string | undefined;
  readonly requestedAt: string | undefined;
  /** As in {@link Upgrade}. */
  readonly decidedAt?: string | undefined;
  /** Only there when the upgrade was cancelled. */
  readonly cancelledBy?: string | undefined;
}

/** An upgrade of a device's past, as events told it. One whose end was not told is `requested`, without a lease. */
export interface PastUpgrade extends RecordedUpgrade {
  readonly upgradeId: string;
  /** When its end was told; undefined while it was not. */
  readonly endedAt: string | undefined;
}

/** A lease that ends further ahead is a mistake, or worse: it would keep a device busy for ever. */
const LONGEST_LEASE_SECONDS = 7 * 24 * 60 * 60;

/** The earliest and the latest end of a lease that holds its device now. */
export function leaseEnds(now: EpochSeconds): readonly [first: EpochSeconds, last: EpochSeconds] {
  return [now + 1, now + LONGEST_LEASE_SECONDS];
}

/**
 * Whether an upgrade holds its device now: not ended, and its lease not run out. Whatever its record lacks or has
 * wrong frees the device: no faulty record can block one for ever. The write condition in the store says the same.
 */
export function isLive(current: CurrentUpgrade, now: EpochSeconds): boolean {
  const [first, last] = leaseEnds(now);
  const { leaseEndsAt = 0 } = current;
  return isUnfinished(current) && leaseEndsAt >= first && leaseEndsAt <= last;
}

/** Whether no end of the upgrade is on record. If its device is free all the same, its lease has run out. */
export function isUnfinished({ state }: CurrentUpgrade): boolean {
  return LIVE_STATES.some((live) => live === state);
}
