import type { components } from './generated/schema.ts';

type Schemas = components['schemas'];

/** The devices, and the firmware. */
export type UpgradeRequest = Schemas['UpgradeRequest'];

/** The same for a cancellation, which may name the upgrade of each device. */
export type CancelRequest = Schemas['CancelRequest'];

/** One stream server. */
export type StreamConfigInfo = Schemas['StreamConfigInfo'];

/** The answer for one device. */
export interface UpgradeDetail {
  /** Serial number of the device. */
  readonly sn: string;
  /** A result code. The service may add codes that this version does not know. */
  readonly result: number;
}

type KnownState = 'requested' | 'running' | 'succeeded' | 'failed' | 'cancelled' | 'timed-out';

/** The state of an upgrade. The service may add states that this version does not know. */
export type UpgradeState = KnownState | (string & {});

/** The status of a device's last upgrade: 0 and what is known of it, or 16 when nothing is on record. */
export interface StatusDetail
  extends UpgradeDetail, Readonly<Omit<Schemas['StatusDetail'], 'sn' | 'result' | 'state'>> {
  readonly state?: UpgradeState;
}

/** What every result has. */
export interface Answered {
  /** The gateway's id of the last request that was answered, for the operators; undefined if there is none. */
  readonly requestId: string | undefined;
}

/** An accepted request: every device was judged on its own. */
export interface BatchAnswer<Method extends string, Detail extends UpgradeDetail> extends Answered {
  readonly result: 0;
  readonly method: Method;
  /** An entry for each distinct serial number, in the order of the request. */
  readonly details: readonly Detail[];
}

/** What each device was told by start-upgrade. */
export interface UpgradeAnswer extends BatchAnswer<'start-upgrade', UpgradeDetail> {
  /** The key under which it was asked: the one given, or the one made for the call. */
  readonly key: string;
}

/** What each device was told by cancel-upgrade. */
export type CancelAnswer = BatchAnswer<'cancel-upgrade', UpgradeDetail>;

/** What start-upgrade would have told each device. */
export type DryRunAnswer = BatchAnswer<'dry-run-upgrade', UpgradeDetail>;

/** The status of the last upgrade of each device. */
export type StatusAnswer = BatchAnswer<'upgrade-status', StatusDetail>;

/** An upgrade of a device's past: 0 and what is known of it; or 16, alone, when none is known. */
export interface HistoryDetail
  extends UpgradeDetail, Readonly<Omit<Schemas['HistoryDetail'], 'sn' | 'result' | 'state'>> {
  readonly state?: UpgradeState;
}

/** Some of the upgrades of a device, newest first. */
export interface UpgradeHistory extends Answered {
  readonly result: 0;
  readonly method: 'upgrade-history';
  readonly details: readonly HistoryDetail[];
  /** There are older ones: `before` of the next call. */
  readonly next: string | undefined;
}

/** What is known of a device whose upgrade is waited for. */
export interface AwaitedDetail extends StatusDetail {
  /** There when a key or a firmware was given and the device's last upgrade is of another one: it is not waited for. */
  readonly isAnothers?: true;
}

/** The result of waiting for upgrades. */
export interface AwaitedUpgrades extends Answered {
  /** Whether all that were waited for have ended. If not, `maxDurationMs` passed first. */
  readonly allEnded: boolean;
  /** An entry for each distinct serial number, in the order given. */
  readonly details: readonly AwaitedDetail[];
}

/** The state of a firmware: only an available one can be installed. The service may add others. */
export type FirmwareState = 'available' | 'uploading' | 'withdrawn' | (string & {});

/** A firmware, and the product that it is for. */
export interface Firmware extends Readonly<Omit<Schemas['FirmwareDetail'], 'state'>> {
  readonly state: FirmwareState;
}

/** Firmwares by their ids. */
export interface FirmwareList extends Answered {
  readonly result: 0;
  readonly method: 'get-all-firmwares';
  readonly details: readonly Firmware[];
}

/** Some of the firmwares, and how to ask for those that follow; undefined if there are none. */
export interface FirmwarePage extends FirmwareList {
  readonly next: string | undefined;
}

/** The stream servers of a device. */
export interface StreamServerList extends Answered {
  readonly status: 0;
  readonly message: 'SUCCESS';
  readonly totalCount: number;
  /** One entry for each type, in the order 1, 2, 3, 6, 4, 5. */
  readonly serverList: readonly StreamConfigInfo[];
}
