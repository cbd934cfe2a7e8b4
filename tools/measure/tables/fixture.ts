import type { DeviceItem, FirmwareItem, SessionItem } from '../../../functions/store/items.ts';
import { DEMO } from '../../stage/demo-data/demo.ts';
import { firmwares } from '../../stage/demo-data/firmwares.ts';
import { encoder } from '../../stage/demo-data/products.ts';
import { sessions } from '../../stage/demo-data/sessions.ts';
import { streamServers } from '../../stage/demo-data/stream-servers.ts';

/** The administrator's session. */
export const session: SessionItem = sessions[0] ?? missing('session');

/** The firmware that all devices are to get, and another that fits them too. */
export const firmware = firmwareOf(DEMO.firmwareId);
export const otherFirmware = firmwareOf(DEMO.otherFirmwareId);

/** Serial number of one of as many devices as are needed. */
export function serialNumber(index: number): string {
  return `A3${String(index).padStart(11, '0')}`;
}

/** A device of usual size: it has all six stream servers. */
export function device(sn: string): DeviceItem {
  return { sn, ...encoder, firmwareVersion: '2.3.0', streamServers: [...(streamServers['A302190930001'] ?? [])] };
}

function firmwareOf(id: number): FirmwareItem {
  return firmwares.find(({ firmwareId }) => firmwareId === id) ?? missing('firmware');
}

function missing(what: string): never {
  throw new Error(`the demo data have no ${what}`);
}
