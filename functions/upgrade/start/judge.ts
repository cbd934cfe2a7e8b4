import type { DeviceResult, RefusalName } from '../../domain/api-status.ts';
import { isSameProduct, type Device } from '../../domain/device.ts';
import type { EpochSeconds } from '../../domain/epoch-seconds.ts';
import type { AvailableFirmware, Firmware } from '../../domain/firmware.ts';
import { isLive, type CurrentUpgrade } from '../../domain/upgrade.ts';
import type { UpgradeRequest } from '../request.ts';

/** All that a request is judged by. */
export interface Facts {
  readonly request: UpgradeRequest;
  readonly firmware: Firmware | undefined;
  /** The registered devices of the request. */
  readonly devices: ReadonlyMap<string, Device>;
  /** What is on record for its devices, registered or not. */
  readonly current: ReadonlyMap<string, CurrentUpgrade>;
  readonly now: EpochSeconds;
}

/** The result of a device, or that it is to be claimed. */
export type Decision = 'CLAIM' | Exclude<DeviceResult, 'SUCCESS' | 'TRY_AGAIN' | 'WRONG_STATE'>;

export type Judgement =
  | { readonly refusal: RefusalName }
  | {
      /** For each serial number (interface 4.2, rule 4), in request order. */
      readonly decisions: ReadonlyMap<string, Decision>;
      /** Always there when a device is to be claimed. */
      readonly firmware: AvailableFirmware | undefined;
    };

/**
 * Judges a request before anything is written. The rules of the request as a whole guard the starting of something: they
 * are waived when devices are under way and none is left to be started. So an exact repeat is told what is on record,
 * whatever has changed since in registry or catalogue.
 */
export function judge(facts: Facts): Judgement {
  const { request, firmware, devices } = facts;
  const decisions = new Map(request.sns.map((sn) => [sn, decide(sn, facts)]));
  const decided = [...decisions.values()];
  const isRepeat = decided.some(isUnderWay) && !decided.includes('CLAIM');
  const refusal = refusalOf(firmware, [...devices.values()]);
  if (refusal !== undefined && !isRepeat) return { refusal };
  return { decisions, firmware: firmware?.state === 'available' ? firmware : undefined };
}

/** An upgrade under way comes first, even if the device is no longer registered, or is rebooting for it. */
function decide(sn: string, { request, firmware, devices, current, now }: Facts): Decision {
  const upgrade = current.get(sn);
  if (upgrade !== undefined && isLive(upgrade, now)) return resultOfLive(upgrade, request.firmwareId);
  const device = devices.get(sn);
  if (device === undefined) return 'NOT_EXIST';
  if (!device.online) return 'DEVICE_LOST';
  const isFor = firmware?.state !== 'available' || isSameProduct(device, firmware.product);
  return isFor ? 'CLAIM' : 'DEVICE_TYPE_ERROR';
}

/** What a live upgrade means to a request for a firmware: the same one is a repeat (interface 4.2, rule 5). */
export function resultOfLive({ firmwareId }: CurrentUpgrade, wanted: number): 'REPEAT' | 'DEVICE_BUSY' {
  return firmwareId === wanted ? 'REPEAT' : 'DEVICE_BUSY';
}

function isUnderWay(decision: Decision): boolean {
  return decision === 'REPEAT' || decision === 'DEVICE_BUSY';
}

/** The rules of the whole request, over all known devices (interface 4.2, rules 1 and 2). */
function refusalOf(firmware: Firmware | undefined, [first, ...others]: readonly Device[]): RefusalName | undefined {
  if (firmware === undefined) return 'NOT_EXIST';
  if (firmware.state !== 'available') return 'WRONG_STATE';
  const areAlike = first === undefined || others.every((other) => isSameProduct(first, other));
  return areAlike ? undefined : 'CONSTRAINT_VIOLATION';
}
