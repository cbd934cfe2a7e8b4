import type { StreamServerItem } from '../store/items/device.ts';

type FieldOf<Item> = Item extends unknown ? keyof Item : never;

/** Name of a stored field of any kind of stream server. */
export type FieldName = FieldOf<StreamServerItem>;

/** A stream server as it was found in a record: any field may be missing or hold anything. */
export type StoredServer = Readonly<Partial<Record<FieldName, unknown>>>;

/** The stream servers in a device's `streamServers`; none if that is not a list. Never throws. */
export function readServers(stored: unknown): readonly StoredServer[] {
  try {
    return Array.isArray(stored) ? Object.values<unknown>(stored).map((entry) => readServer(entry)) : [];
  } catch {
    return [];
  }
}

/**
 * A copy of one entry's own fields; without any if it is not an object. Never throws. Getters and proxies can throw
 * or change their mind: all that follows reads the copy, so only the copying has to be guarded.
 */
export function readServer(stored: unknown): StoredServer {
  try {
    return typeof stored === 'object' ? { ...stored } : {};
  } catch {
    return {};
  }
}
