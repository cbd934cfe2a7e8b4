/** A device, as the registry writes it: docs/data-contract.md. */
export interface DeviceItem {
  sn: string;
  familyId: number;
  modelId: number;
  hardwareVersion: string;
  firmwareVersion: string;
  /** Absent means online. */
  online?: boolean;
  /** At most one per type; a type that is missing has not been set on the device. */
  streamServers?: StreamServerItem[];
}

/** One stream server as the device reported it: its settings depend on its type (interface, 2.1). */
export type StreamServerItem = PlatformServerItem | RtmpServerItem | SrtServerItem | NdiServerItem;

interface StreamServerItemBase {
  /** Integer given by the device, unique on it; may exceed 32 bits. */
  id: number;
  name?: string;
}

interface PlatformServerItem extends StreamServerItemBase {
  type: 1 | 2 | 3;
  streamKey?: string;
  url?: string;
}

interface RtmpServerItem extends StreamServerItemBase {
  type: 4;
  url?: string;
  streamKey?: string;
  /** Whether the server asks for a user name and password. */
  authentication?: boolean;
  userName?: string;
  password?: string;
}

interface SrtServerItem extends StreamServerItemBase {
  type: 5;
  /** Absent means caller. */
  mode?: 'caller' | 'listener';
  address?: string;
  port?: number;
  encryption?: boolean;
  passphrase?: string;
  latencyMs?: number;
  streamId?: string;
}

interface NdiServerItem extends StreamServerItemBase {
  type: 6;
  sourceName?: string;
  discovery?: boolean;
  discoveryAddress?: string;
  multicast?: boolean;
  multicastAddress?: string;
}
