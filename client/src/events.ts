/** An event of the bus, as its targets receive it. It may come more than once: `detail.upgradeId` identifies copies. */
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
