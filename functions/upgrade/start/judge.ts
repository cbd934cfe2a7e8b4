import type { RefusalName } from '../../domain/api-status.ts';
import { isSameProduct, type Device } from '../../domain/device.ts';
import { decide, type Decision } from '../../domain/eligibility.ts';
import type { EpochSeconds } from '../../domain/epoch-seconds.ts';
import type { AvailableFirmware, Firmware } from '../../domain/firmware.ts';
import type { CurrentUpgrade } from '../../domain/upgrade.ts';
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

export type Judgement =
  | { readonly refusal: RefusalName }
  | {
      /** For each serial number (interface 4.2, rule 4), in request order. */
      readonly decisions: ReadonlyMap<string, Decision>;
      /** Always there when a device is to be claimed. */
      readonly firmware: AvailableFirmware | undefined;
    };

/**
 * Judges a request before anything is written. The rules of the request as a whole apply only if something would be
 * started: they are waived when devices are under way, or were started under the same key, and none is left to be started.
 * So an exact repeat is told what is on record, whatever has changed since in registry or catalogue. One rule is never
 * waived: a key names one intent, and so one firmware.
 */
export function judge({ request, firmware, devices, current, now }: Facts): Judgement {
  const { firmwareId, requestKey } = request;
  const decisions = new Map(
    request.sns.map((sn) => [
      sn,
      decide({ firmwareId, requestKey, firmware, device: devices.get(sn), current: current.get(sn), now }),
    ]),
  );
  const decided = [...decisions.values()];
  const isOnlyToldOf = decided.some(isToldOf) && !decided.includes('CLAIM');
  const refusal = refusalOf(firmware, [...devices.values()]);
  if (refusal !== undefined && !isOnlyToldOf) return { refusal };
  if (decided.includes('CONSTRAINT_VIOLATION')) return { refusal: 'CONSTRAINT_VIOLATION' };
  return { decisions, firmware: firmware?.state === 'available' ? firmware : undefined };
}

function isToldOf(decision: Decision): boolean {
  return decision === 'REPEAT' || decision === 'DEVICE_BUSY';
}

/** The rules of the whole request, over all known devices (interface 4.2, rules 1 and 2). */
function refusalOf(firmware: Firmware | undefined, devices: readonly Device[]): RefusalName | undefined {
  if (firmware === undefined) return 'NOT_EXIST';
  if (firmware.state !== 'available') return 'WRONG_STATE';
  const areAlike = devices.every((device) => isSameProduct(devices[0] ?? device, device));
  return areAlike ? undefined : 'CONSTRAINT_VIOLATION';
}
