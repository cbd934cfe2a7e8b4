import type { Device } from './device.ts';
import type { Firmware, ListedFirmware } from './firmware.ts';
import type { Session } from './session.ts';
import type { CurrentUpgrade, RecordedUpgrade, Upgrade } from './upgrade.ts';
import type { WriteOutcome } from './write-outcome.ts';

/** A store gave no usable answer, for whatever reason; what was asked of it may or may not have happened. */
export class StoreUnavailable extends Error {
  constructor(operation: string, options?: ErrorOptions) {
    super(`${operation} did not succeed`, options);
    this.name = 'StoreUnavailable';
  }
}

// Reading methods of all ports reject with StoreUnavailable.

export interface Sessions {
  /** The session of a `cloud-sid`, expired or not; read strongly consistently. */
  find(sid: string): Promise<Session | undefined>;
}

export interface Firmwares {
  find(firmwareId: number): Promise<Firmware | undefined>;
  /** All firmwares whose records are complete, in no order; read strongly consistently. */
  list(signal: AbortSignal): Promise<readonly ListedFirmware[]>;
}

export interface Devices {
  /** The registered devices among these, by serial number. */
  findMany(sns: readonly string[]): Promise<ReadonlyMap<string, Device>>;
}

export interface StreamServers {
  /** What a registered device has stored about its stream servers, unparsed; undefined for an unknown device. */
  find(sn: string): Promise<{ readonly stored: unknown } | undefined>;
}

/** An upgrade to be recorded, replacing what was read for its device. */
export interface Claim {
  readonly upgrade: Upgrade;
  /** Undefined if there was nothing. */
  readonly replaced: CurrentUpgrade | undefined;
}

/** A requested upgrade to be cancelled before its device begins. */
export interface Cancellation {
  readonly sn: string;
  /** What was read for the device. */
  readonly current: CurrentUpgrade;
  /** Unique to the invocation, as a claim's. */
  readonly cancelToken: string;
  readonly cancelledBy: string;
  readonly cancelledAt: Date;
}

/** A write and its outcome. */
export type Settled<Write> = Write & { readonly outcome: WriteOutcome };

export interface Upgrades {
  /**
   * Records each upgrade, by an atomic write of its own, if what it replaces is still on record and does not hold the
   * device. Never rejects; in the order of the claims.
   * @param inTime asked before each attempt; none is made once it says no
   */
  claim(claims: readonly Claim[], inTime: () => boolean): Promise<readonly Settled<Claim>[]>;
  /**
   * Cancels each upgrade, by an atomic write of its own, if it is still on record and still `requested`. Never rejects;
   * in the order of the cancellations.
   * @param inTime as in `claim`
   */
  cancel(cancellations: readonly Cancellation[], inTime: () => boolean): Promise<readonly Settled<Cancellation>[]>;
  /** What is on record for these devices, read strongly consistently. */
  findMany(sns: readonly string[], signal?: AbortSignal): Promise<ReadonlyMap<string, CurrentUpgrade>>;
  /** The same, with all that callers may be told. */
  describeMany(sns: readonly string[]): Promise<ReadonlyMap<string, RecordedUpgrade>>;
}
