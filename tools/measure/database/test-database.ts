import type { DeviceItem } from '../../../functions/store/items/device.ts';
import { encoder } from '../../stage/demo-data/items.ts';
import { streamServers } from '../../stage/demo-data/stream-servers.ts';

/** A database to run subjects against. */
export interface TestDatabase {
  readonly name: 'stand-in' | 'DynamoDB Local';
  readonly endpoint: string;
  /** Batches of this size, of registered devices that no subject has claimed yet. */
  readonly devices: (size: number, batches: number) => Promise<string[][]>;
}

/** Returns a function that hands out batches of serial numbers, each number once. */
export function serialNumbers(): (size: number, batches: number) => string[][] {
  let next = 0;
  const batch = (size: number) => Array.from({ length: size }, () => `A3${String(next++).padStart(11, '0')}`);
  return (size, batches) => Array.from({ length: batches }, () => batch(size));
}

/** A device of typical size: it has all six stream servers. */
export function deviceItem(sn: string): DeviceItem {
  return { sn, ...encoder, firmwareVersion: '2.3.0', streamServers: [...(streamServers['A302190930001'] ?? [])] };
}
