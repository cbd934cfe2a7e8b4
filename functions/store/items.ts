/**
 * The items of the four tables, as they are stored: the contract with the services around this one. Functions,
 * tools and tests share these types; docs/data-contract.md explains them. Readers trust none of it: stores parse
 * what they read.
 */
import type { EpochSeconds } from '../domain/epoch-seconds.ts';
import type { UpgradeState } from '../domain/upgrade.ts';

export interface SessionItem {
  /** Hexadecimal SHA-256 of the `cloud-sid`. */
  sidHash: string;
  userName: string;
  role: 'admin' | 'user';
  expiresAt: EpochSeconds;
}

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

export interface FirmwareItem {
  /** Index that the firmware listing operation returns and start-upgrade takes. */
  firmwareId: number;
  familyId: number;
  modelId: number;
  hardwareVersion: string;
  version: string;
  state: 'available' | 'uploading' | 'withdrawn';
  location: string;
  sizeBytes: number;
  sha256: string;
}

export interface UpgradeItem {
  sn: string;
  upgradeId: string;
  firmwareId: number;
  version: string;
  location: string;
  sizeBytes: number;
  sha256: string;
  claimToken: string;
  /** Percent-encoded as far as needed: `"`, `\\`, `%` and control characters. */
  requestedBy: string;
  /** ISO 8601, UTC. */
  requestedAt: string;
  state: UpgradeState;
  /** Percent, as the device gateway reported it last. */
  progress?: number;
  /** Why it failed, as the device gateway reported it. */
  reason?: string;
  /** User who took it back before the device began, encoded as `requestedBy`; `-` in all that were not. */
  cancelledBy: string;
  /** ISO 8601, UTC. */
  cancelledAt?: string;
  /** Unique to the invocation that cancelled. */
  cancelToken?: string;
  /** Operator who ended it in the place of its device, encoded as `requestedBy`. */
  endedBy?: string;
  /** ISO 8601, UTC. */
  endedAt?: string;
  /** The device is held until then, unless the upgrade ends before. */
  leaseEndsAt: EpochSeconds;
  /** TTL, long after the end. */
  expiresAt: EpochSeconds;
}
