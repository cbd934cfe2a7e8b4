import type { EpochSeconds } from '../../domain/epoch-seconds.ts';
import { isLive, type CurrentUpgrade } from '../../domain/upgrade.ts';

/** The result of a device, or that its upgrade is to be cancelled. */
export type Decision = 'CANCEL' | 'REPEAT' | 'WRONG_STATE' | 'DEVICE_BUSY' | 'NOT_EXIST';

/**
 * Judges the cancellation of the upgrade to a firmware by what is on record for the device. One whose lease has run out
 * before it began is cancelled too: its device may still begin it.
 */
export function judge(record: CurrentUpgrade | undefined, firmwareId: number, now: EpochSeconds): Decision {
  if (record === undefined) return 'NOT_EXIST';
  if (record.firmwareId !== firmwareId) return isLive(record, now) ? 'DEVICE_BUSY' : 'NOT_EXIST';
  if (record.state === 'requested') return 'CANCEL';
  return record.state === 'cancelled' ? 'REPEAT' : 'WRONG_STATE';
}
