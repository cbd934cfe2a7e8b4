import type { RefusalName, VerdictName } from '../../domain/api-status.ts';
import { isSameProduct, type Device } from '../../domain/device.ts';
import type { AvailableFirmware, Firmware } from '../../domain/firmware.ts';
import type { UpgradeRequest } from './request.ts';

/**
 * What is to be done for one device: claim it; or, as it is offline, only look whether it is upgrading already, since
 * devices reboot while they upgrade; or tell it the verdict at once.
 */
export type Ruling = 'CLAIM' | 'LOOK' | Extract<VerdictName, 'NOT_EXIST' | 'DEVICE_TYPE_ERROR'>;

export type Judgement =
  | { readonly refusal: RefusalName }
  | { readonly firmware: AvailableFirmware; readonly rulings: ReadonlyMap<string, Ruling> };

/**
 * Judges a request by what is registered, before anything is written. Refuses it whole when the firmware is unknown
 * (NOT_EXIST) or not available (WRONG_STATE; interface 4.2, rule 1), or when the known devices are not all alike
 * (CONSTRAINT_VIOLATION; rule 2). Otherwise there is a ruling for each serial number (rule 4), in request order.
 */
export function judge(
  request: UpgradeRequest,
  firmware: Firmware | undefined,
  devices: ReadonlyMap<string, Device>,
): Judgement {
  if (firmware === undefined) return { refusal: 'NOT_EXIST' };
  if (firmware.state !== 'available') return { refusal: 'WRONG_STATE' };
  if (!areAlike([...devices.values()])) return { refusal: 'CONSTRAINT_VIOLATION' };
  return { firmware, rulings: new Map(request.sns.map((sn) => [sn, ruling(devices.get(sn), firmware)])) };
}

function areAlike([first, ...others]: readonly Device[]): boolean {
  return first === undefined || others.every((other) => isSameProduct(first, other));
}

function ruling(device: Device | undefined, firmware: AvailableFirmware): Ruling {
  if (device === undefined) return 'NOT_EXIST';
  if (!device.online) return 'LOOK';
  return isSameProduct(device, firmware.product) ? 'CLAIM' : 'DEVICE_TYPE_ERROR';
}
