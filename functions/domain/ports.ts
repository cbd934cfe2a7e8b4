import type { Device } from './device.ts';
import type { Firmware } from './firmware.ts';
import type { Session } from './session.ts';
import type { HeldUpgrade, Upgrade } from './upgrade.ts';

/** A store did not answer, for whatever reason; what was asked of it may or may not have happened. */
export class StoreUnavailable extends Error {
  constructor(operation: string, options?: ErrorOptions) {
    super(`${operation} did not succeed`, options);
    this.name = 'StoreUnavailable';
  }
}

/** All methods of all ports reject with {@link StoreUnavailable} when the store does not answer. */
export interface Sessions {
  /** The session of a `cloud-sid`, expired or not; read strongly consistently. */
  find(sid: string): Promise<Session | undefined>;
}

export interface Firmwares {
  find(firmwareId: number): Promise<Firmware | undefined>;
}

export interface Devices {
  /** The registered devices among these, by serial number. */
  findMany(sns: readonly string[]): Promise<ReadonlyMap<string, Device>>;
}

export interface StreamServers {
  /** What a registered device has stored about its stream servers, unread; undefined for an unknown device. */
  find(sn: string): Promise<{ readonly stored: unknown } | undefined>;
}

/**
 * What became of a claim: written, perhaps over an earlier upgrade; or not, because of the upgrade that holds the device,
 * which may not have been shown.
 */
export type ClaimOutcome =
  | { readonly claimed: true; readonly over: HeldUpgrade | undefined }
  | {
      readonly claimed: false;
      readonly heldBy: HeldUpgrade | undefined;
      /** Whether an earlier attempt went without an answer: it may have been written, or may yet be. */
      readonly mayBeWritten: boolean;
    };

export interface Upgrades {
  /**
   * Records an upgrade unless a live one holds the device: one atomic write.
   * @param inTime asked before each attempt; none is made once it says no
   */
  claim(upgrade: Upgrade, inTime: () => boolean): Promise<ClaimOutcome>;
  /** What is on record for these devices, read strongly consistently. */
  findMany(sns: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, HeldUpgrade>>;
}
