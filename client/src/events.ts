/** An event of the bus, as its targets receive it. It may come more than once: an id, and of a roll-out its version, identify copies. */
interface BusEvent<Type extends string, Detail> {
  readonly id: string;
  readonly 'detail-type': Type;
  readonly source: 'stream-fleet';
  /** ISO 8601, UTC, whole seconds. */
  readonly time: string;
  readonly detail: Detail;
}

/** Fields may be added. Numbers are strings of digits; names of users are percent-encoded where JSON would need an escape. */
interface UpgradeDetail {
  /** The ids of a device sort in the order of its upgrades. The API has it as `upgrade-id`. */
  readonly upgradeId: string;
  readonly sn: string;
  /** The API has it as the number `firmware-id`. */
  readonly firmwareId: string;
  readonly version: string;
  readonly requestedBy: string;
  /** The key of the request, `rollout:` and the id of a roll-out, or `-`. */
  readonly requestKey: string;
  /** ISO 8601, UTC. */
  readonly requestedAt: string;
}

/** A device was claimed for an upgrade: for every 0 in an answer of start-upgrade. */
export type UpgradeRequested = BusEvent<
  'UpgradeRequested',
  UpgradeDetail & { readonly location: string; readonly sizeBytes: string; readonly sha256: string }
>;

/** An upgrade has ended. One that is `timed-out` has not: nothing is sent for it. */
export type UpgradeFinished = BusEvent<
  'UpgradeFinished',
  UpgradeDetail & {
    readonly state: 'succeeded' | 'failed' | 'cancelled' | (string & {});
    /** `-` unless it was cancelled. */
    readonly cancelledBy: string;
  }
>;

/** A roll-out was made, resumed or paused, has stopped, or has ended. The opening of a wave sends nothing. */
export type RolloutChanged = BusEvent<
  'RolloutChanged',
  {
    /** The API has it as `rollout-id`. */
    readonly rolloutId: string;
    readonly firmwareId: string;
    /** Grows with each change: identifies copies, and tells the order. */
    readonly version: string;
    readonly state: 'running' | 'paused' | 'completed' | 'cancelled' | (string & {});
    /** Why it is paused; `-` in any other state. */
    readonly reason: '-' | 'operator' | 'failures' | 'no-success' | 'gate' | 'firmware' | 'error' | (string & {});
    /** The open wave, from 1. */
    readonly wave: string;
    /** How many of its devices are in each state. */
    readonly counts: Readonly<Record<string, string>>;
  }
>;
