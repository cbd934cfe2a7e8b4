import type { EpochSeconds } from '../../domain/epoch-seconds.ts';
import { isLive, type CurrentUpgrade } from '../../domain/upgrade.ts';

/** The result of a device, or that its upgrade is to be cancelled. */
export type Decision = 'CANCEL' | 'REPEAT' | 'WRONG_STATE' | 'DEVICE_BUSY' | 'NOT_EXIST';

/** Which upgrade of a device a request means. */
interface Meant {
  readonly firmwareId: number;
  /** Undefined or null if the request does not name it. */
  readonly upgradeId?: string | null | undefined;
}

/**
 * Judges the cancellation of the upgrade to a firmware by what is on record for the device. If the request names an upgrade,
 * only that one is meant. One whose lease has run out before it began is cancelled too: its device may still begin it.
 */
export function judge(
  record: CurrentUpgrade | undefined,
  { firmwareId, upgradeId }: Meant,
  now: EpochSeconds,
): Decision {
  if (record === undefined) return 'NOT_EXIST';
  if (typeof upgradeId === 'string' && record.upgradeId?.toLowerCase() !== upgradeId.toLowerCase())
    return 'WRONG_STATE';
  if (record.firmwareId !== firmwareId) return isLive(record, now) ? 'DEVICE_BUSY' : 'NOT_EXIST';
  if (record.state === 'requested') return 'CANCEL';
  return record.state === 'cancelled' ? 'REPEAT' : 'WRONG_STATE';
}
