import type { Device } from './device.ts';
import type { Firmware, ListedFirmware } from './firmware.ts';
import type { Chunk } from './members.ts';
import type { Moment, Rollout } from './rollout.ts';
import type { Session } from './session.ts';
import type { CurrentUpgrade, PastUpgrade, RecordedUpgrade, Upgrade } from './upgrade.ts';
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

export interface UpgradeHistory {
  /**
   * The upgrades of a device that events have told, newest first. Those of the last seconds may not be among them yet.
   * @param before id of an upgrade; only older ones are wanted
   */
  findSome(sn: string, most: number, before?: string): Promise<readonly PastUpgrade[]>;
}

/** A roll-out whose items make no sense, or whose change no attempt can write: a person has to look at it. */
export class OddRollout extends Error {
  /** As it is stored, if its head is odd. */
  readonly state: unknown;

  constructor(what: string, state?: unknown) {
    super(what);
    this.name = 'OddRollout';
    this.state = state;
  }
}

/** A change of a roll-out, of some of its chunks, and the claims that go with it: written whole or not at all. */
export interface RolloutChange {
  readonly before: Rollout;
  /** With the next revision. */
  readonly after: Rollout;
  /** At most 90, and one if there are claims. */
  readonly chunks: readonly { readonly before: Chunk; readonly after: Chunk }[];
  /** At most 90. They are made only while the roll-out is running. */
  readonly claims: readonly Claim[];
}

/** What became of a change. */
export type ChangeOutcome =
  | { readonly kind: 'written' }
  /** Not written, since these devices are no longer as they were read. */
  | { readonly kind: 'refused'; readonly sns: ReadonlySet<string> }
  /** Not known, or not written since the roll-out is no longer as it was read: it must be read again. `why` is for the log. */
  | { readonly kind: 'superseded'; readonly why?: string }
  /** Not written, and never will be. */
  | { readonly kind: 'impossible' };

/** A roll-out as far as it can be read. */
export interface ReadRollout {
  readonly rolloutId: string;
  /** Undefined if it cannot be read. */
  readonly rollout: Rollout | undefined;
  /** As it is stored. */
  readonly state: unknown;
}

/** What became of a request to change the state: what is on record then; undefined if there is none. */
export interface StateChange {
  readonly isWritten: boolean;
  readonly found: ReadRollout | undefined;
}

/** Some of all roll-outs, newest first. */
export interface RolloutPage {
  readonly rollouts: readonly ReadRollout[];
  /** Where the next page begins; undefined if this is the last. */
  readonly next: string | undefined;
}

/** Who changes a state, and when. */
interface Changed {
  readonly by: string;
  readonly at: Moment;
  /** Asked before each attempt; none is made once it says no. */
  readonly inTime: () => boolean;
}

/** Roll-outs and their members. Reading methods reject with OddRollout too. */
export interface Rollouts {
  /** Ids of those that are active; one made or ended within the last second may be missing, or still there. */
  active(): Promise<readonly string[]>;
  /** @param after the `next` of a page before; anything else is the beginning */
  page(after: string | undefined): Promise<RolloutPage>;
  /** Read strongly consistently. Rejects with StoreUnavailable for one that a later version made. */
  find(rolloutId: string): Promise<Rollout | undefined>;
  /** Its chunks with these numbers, read strongly consistently, in their order. Rejects if one is missing. */
  findChunks(rollout: Rollout, numbers: readonly number[]): Promise<readonly Chunk[]>;
  /**
   * Writes the chunks, then the head, if there is none with this id. Rejects with StoreUnavailable if in doubt.
   * @param inTime asked before each write
   */
  create(rollout: Rollout, chunks: readonly Chunk[], inTime?: () => boolean): Promise<'written' | 'exists'>;
  /** Never rejects. */
  change(change: RolloutChange): Promise<ChangeOutcome>;
  /** By one write that depends on the state alone. Rejects with StoreUnavailable if in doubt. */
  pause(rolloutId: string, changed: Changed): Promise<StateChange>;
  /** As `pause`. */
  cancel(rolloutId: string, changed: Changed): Promise<StateChange>;
  /** Pauses an odd roll-out for an error, whatever it has beside its key; one that has ended is over. Never rejects. */
  setAside(rolloutId: string, at: Moment): Promise<void>;
}
