import type { EpochSeconds } from '../../domain/epoch-seconds.ts';
import type { UpgradeState } from '../../domain/upgrade.ts';

/** In the place of a name or a key that there is not: events need the attribute. No key looks like this. */
export const NONE = '-';

/** The upgrade of a device: docs/data-contract.md. */
export interface UpgradeItem {
  sn: string;
  upgradeId: string;
  firmwareId: number;
  version: string;
  location: string;
  sizeBytes: number;
  sha256: string;
  claimToken: string;
  /** Percent-encoded as far as needed: `"`, `\\`, `%` and control characters. */
  requestedBy: string;
  /** The caller's key, or `rollout:` and an id; `-` in all that have none. */
  requestKey: string;
  /** ISO 8601, UTC. */
  requestedAt: string;
  state: UpgradeState;
  /** ISO 8601, UTC: when the upgrade was decided on, if that was long before; otherwise `requestedAt` stands for it. */
  decidedAt?: string;
  /** Percent, as the device gateway reported it last. */
  progress?: number;
  /** Why it failed, as the device gateway reported it. */
  reason?: string;
  /** User who took it back before the device began, encoded as `requestedBy`; `-` in all that were not. */
  cancelledBy: string;
  /** ISO 8601, UTC. */
  cancelledAt?: string;
  /** Unique to the invocation that cancelled. */
  cancelToken?: string;
  /** Operator who ended it in the place of its device, encoded as `requestedBy`. */
  endedBy?: string;
  /** ISO 8601, UTC. */
  endedAt?: string;
  /** The device is held until then, unless the upgrade ends before. */
  leaseEndsAt: EpochSeconds;
  /** TTL, long after the end. */
  expiresAt: EpochSeconds;
}
