import type { EpochSeconds } from '../../domain/epoch-seconds.ts';
import type { UpgradeItem } from './upgrade.ts';

/** An upgrade of a device's past, as events told it: docs/data-contract.md. The last three are there once its end was told. */
export interface UpgradeHistoryItem extends Pick<
  UpgradeItem,
  'sn' | 'upgradeId' | 'firmwareId' | 'version' | 'requestedBy' | 'requestKey' | 'requestedAt'
> {
  /** TTL, 400 days after the request. */
  expiresAt: EpochSeconds;
  state?: UpgradeItem['state'];
  /** ISO 8601, UTC, whole seconds. */
  endedAt?: string;
  /** `-` in all that were not cancelled. */
  cancelledBy?: string;
}
