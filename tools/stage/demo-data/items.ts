import type { DeviceItem, FirmwareItem, SessionItem } from '../../../functions/store/items.ts';
import { devices } from './devices.ts';
import { firmwares } from './firmwares.ts';
import { sessions } from './sessions.ts';

/** All demo items by table. There are no upgrades: those are for the demonstration to start. */
export interface DemoItems {
  readonly sessions: readonly SessionItem[];
  readonly devices: readonly DeviceItem[];
  readonly firmwares: readonly FirmwareItem[];
}

export function demoItems(): DemoItems {
  return { sessions, devices, firmwares };
}
