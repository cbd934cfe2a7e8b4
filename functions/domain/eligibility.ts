import type { DeviceResult } from './api-status.ts';
import { isSameProduct, type Device } from './device.ts';
import type { EpochSeconds } from './epoch-seconds.ts';
import type { Firmware } from './firmware.ts';
import { isLive, type CurrentUpgrade } from './upgrade.ts';

/** What decides whether a device can have an upgrade to a firmware now. */
export interface DeviceFacts {
  readonly firmwareId: number;
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

/** An upgrade under way comes first, even if the device is no longer registered, or is rebooting for it. */
export function decide({ firmwareId, firmware, device, current, now }: DeviceFacts): Decision {
  if (current !== undefined && isLive(current, now)) return resultOfLive(current, firmwareId);
  if (device === undefined) return 'NOT_EXIST';
  if (!device.online) return 'DEVICE_LOST';
  return isFor(firmware, device) ? 'CLAIM' : 'DEVICE_TYPE_ERROR';
}

/** What a live upgrade means to a request for a firmware: the same one is a repeat (interface 4.2, rule 5). */
export function resultOfLive(current: CurrentUpgrade, wanted: number): 'REPEAT' | 'DEVICE_BUSY' {
  return current.firmwareId === wanted ? 'REPEAT' : 'DEVICE_BUSY';
}

/** Whether a firmware is for the product of a device. Of one that is not available the product is not known. */
function isFor(firmware: Firmware | undefined, device: Device): boolean {
  return firmware?.state !== 'available' || isSameProduct(device, firmware.product);
}
