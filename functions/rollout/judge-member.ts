import type { Device } from '../domain/device.ts';
import { isFor, isUpToDate } from '../domain/eligibility.ts';
import { epochSeconds } from '../domain/epoch-seconds.ts';
import type { AvailableFirmware } from '../domain/firmware.ts';
import { AFTER_WAITING, type Letter, type WaitingLetter } from '../domain/members.ts';
import { isLive, type RecordedUpgrade } from '../domain/upgrade.ts';
import type { Moment, Rollout } from '../domain/rollout.ts';

/** All that a member is judged by. */
export interface MemberFacts {
  readonly firmware: AvailableFirmware;
  /** Undefined if it is not registered. */
  readonly device: Device | undefined;
  /** Undefined if nothing is on record for it. */
  readonly record: RecordedUpgrade | undefined;
  /** Whether another roll-out has yet to see the end of what is on record. */
  readonly isAwaited: boolean;
  /** When the roll-out was made. */
  readonly decidedAt: Moment;
  readonly now: Date;
}

/**
 * What becomes of a member now: its letter, or that it is to be claimed. Offline comes last, since nobody is to wait for a
 * device that can never have it.
 */
export function judgeMember({ firmware, device, record, isAwaited, decidedAt, now }: MemberFacts): Letter | 'CLAIM' {
  const seconds = epochSeconds(now);
  if (record !== undefined && (isLive(record, seconds) || isAwaited)) {
    return record.firmwareId === firmware.firmwareId ? 'w' : 'b';
  }
  if (device === undefined) return 'U';
  if (!isFor(firmware, device)) return 'P';
  if (isUpToDate(firmware, device, record, seconds)) return 'D';
  if (isNewer(record, firmware.firmwareId, decidedAt)) return 'N';
  return device.online ? 'CLAIM' : 'o';
}

/** Whether somebody decided on another firmware after the roll-out was made, and the device has it. */
function isNewer(record: RecordedUpgrade | undefined, firmwareId: number, decidedAt: Moment): boolean {
  if (record?.state !== 'succeeded' || record.firmwareId === firmwareId) return false;
  return (record.decidedAt ?? record.requestedAt ?? '') > decidedAt;
}

const HOUR_MS = 3_600_000;

/**
 * The letter of a member that cannot have it now: it waits, or has waited long enough. The time counts from when nobody of
 * its wave was queued any more, or from the last resume, whichever is later.
 * @param index among all members
 */
export function waitingOrSkipped(letter: WaitingLetter, rollout: Rollout, index: number, now: Date): Letter {
  const { waitHours, resumedAt } = rollout;
  if (waitHours === 0) return AFTER_WAITING[letter];
  const drainedAt = rollout.waves.find(({ devices }) => index < devices)?.drainedAt;
  if (drainedAt === undefined) return letter;
  const since = Math.max(Date.parse(drainedAt), Date.parse(resumedAt ?? drainedAt));
  return now.getTime() >= since + waitHours * HOUR_MS ? AFTER_WAITING[letter] : letter;
}
