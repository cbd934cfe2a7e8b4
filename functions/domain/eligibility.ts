import type { DeviceResult } from './api-status.ts';
import { isSameProduct, type Device } from './device.ts';
import type { EpochSeconds } from './epoch-seconds.ts';
import type { AvailableFirmware, Firmware } from './firmware.ts';
import { isLive, leaseEnds, type CurrentUpgrade } from './upgrade.ts';

/** What a request asks for. */
export interface Wanted {
  readonly firmwareId: number;
  /** The caller's key; undefined if there is none. */
  readonly requestKey?: string | undefined;
}

/** What decides whether a device can have an upgrade to a firmware now. */
export interface DeviceFacts extends Wanted {
  /** Undefined if there is none with this id. */
  readonly firmware: Firmware | undefined;
  /** Undefined if it is not registered. */
  readonly device: Device | undefined;
  /** Undefined if nothing is on record for it. */
  readonly current: CurrentUpgrade | undefined;
  readonly now: EpochSeconds;
}

/** The result of a device, or that it is to be claimed. */
export type Decision = 'CLAIM' | Exclude<DeviceResult, 'SUCCESS' | 'TRY_AGAIN' | 'WRONG_STATE'>;

/** What is on record comes first, even if the device is no longer registered, or is rebooting for it. */
export function decide({ firmware, device, current, now, ...wanted }: DeviceFacts): Decision {
  const told = current && resultOfRecord(current, wanted, now);
  if (told !== undefined) return told;
  if (device === undefined) return 'NOT_EXIST';
  if (!device.online) return 'DEVICE_LOST';
  return isFor(firmware, device) ? 'CLAIM' : 'DEVICE_TYPE_ERROR';
}

/**
 * What an upgrade on record means to a request; undefined if nothing, so that the device may be claimed. To the same firmware it
 * is a repeat while it is live (interface 4.2, rule 5), and under the request's own key whatever became of it.
 */
export function resultOfRecord(
  record: CurrentUpgrade,
  wanted: Wanted,
  now: EpochSeconds,
): 'REPEAT' | 'DEVICE_BUSY' | 'CONSTRAINT_VIOLATION' | undefined {
  const isUnderKey = hasKeyOf(wanted, record);
  if (!isUnderKey && !isLive(record, now)) return undefined;
  if (record.firmwareId === wanted.firmwareId) return 'REPEAT';
  return isUnderKey ? 'CONSTRAINT_VIOLATION' : 'DEVICE_BUSY';
}

/** Whether an upgrade on record is the very one that a request asks for, by its key. */
export function isStartedUnderKey(record: CurrentUpgrade, wanted: Wanted): boolean {
  return hasKeyOf(wanted, record) && record.firmwareId === wanted.firmwareId;
}

/** Requests without a key have nothing in common. */
function hasKeyOf({ requestKey }: Wanted, record: CurrentUpgrade): boolean {
  return requestKey !== undefined && record.requestKey === requestKey;
}

/** Whether a firmware is for the product of a device. Of one that is not available the product is not known. */
export function isFor(firmware: Firmware | undefined, device: Device): boolean {
  return firmware?.state !== 'available' || isSameProduct(device, firmware.product);
}

/** The registry may learn of a new version so much later than the record. */
const REGISTRY_LAG_SECONDS = 24 * 60 * 60;

/**
 * Whether a device has a firmware already: by what it last installed if that is recent, as the registry may not know of it
 * yet; else by the registry.
 */
export function isUpToDate(
  { firmwareId, file }: AvailableFirmware,
  { firmwareVersion }: Device,
  record: CurrentUpgrade | undefined,
  now: EpochSeconds,
): boolean {
  const { state, leaseEndsAt = 0 } = record ?? {};
  const isRecent = leaseEndsAt > now - REGISTRY_LAG_SECONDS && leaseEndsAt <= leaseEnds(now)[1];
  return state === 'succeeded' && isRecent ? record?.firmwareId === firmwareId : firmwareVersion === file.version;
}
