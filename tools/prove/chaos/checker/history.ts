import type { RolloutOperation, UpgradeOperation } from '../../../../functions/domain/operations.ts';
import type { Stored } from './rollouts/snapshot.ts';

/** A request, and what its caller was told. Times are milliseconds since 1970, all by one clock. */
export interface Invocation {
  readonly operation: UpgradeOperation;
  /** Name of a user who made this request only, so that a record shows which request wrote it. */
  readonly user: string;
  readonly sns: readonly string[];
  readonly firmwareId: number;
  /** The caller's key, if it has one. */
  readonly key?: string | undefined;
  readonly begun: number;
  readonly ended: number;
  /** Whether no faults hit the database or the workers meanwhile. */
  readonly faultless: boolean;
  /** Absent when the API gave none: the worker was killed, or the connection broke. */
  readonly answer?: Answer;
}

export interface Answer {
  readonly status: number;
  /** Result of each device. */
  readonly codes: Readonly<Record<string, number>>;
  /** What upgrade-status reported for each device that has an upgrade. */
  readonly reports?: Readonly<Record<string, Report>>;
}

export interface Report {
  readonly upgradeId?: string | undefined;
  readonly firmwareId?: number | undefined;
  readonly state?: string | undefined;
}

/** What was on record for a device from some moment on. The same upgrade has several when progress is reported. */
export interface Version {
  readonly sn: string;
  readonly upgradeId: string;
  readonly firmwareId: number;
  readonly requestedBy: string;
  /** `-` without a key. */
  readonly requestKey: string;
  readonly state: string;
  /** Epoch seconds. */
  readonly leaseEndsAt: number;
  /** User name of the cancel-upgrade if the upgrade was cancelled; otherwise meaningless. */
  readonly cancelledBy: string;
  /** When the write was sent to the engine, and when the engine had answered it: it took effect in between. */
  readonly sent: number;
  readonly answered: number;
}

/** What one write, or one transaction, put on record: it took effect at one moment between `sent` and `answered`. */
export interface Moment extends Pick<Version, 'sent' | 'answered'> {
  /** The roll-out that it made or changed. */
  readonly stored?: Stored;
  readonly versions: readonly Version[];
}

/** A request about a roll-out, and what its caller was told. */
export interface RolloutInvocation extends Pick<Invocation, 'begun' | 'ended' | 'faultless'> {
  readonly operation: RolloutOperation;
  readonly rolloutId: string;
  /** Absent when the API gave none. */
  readonly answer?: RolloutAnswer;
}

export interface RolloutAnswer {
  readonly status: number;
  readonly result?: number | undefined;
  readonly version?: number | undefined;
  readonly state?: string | undefined;
  readonly total?: number | undefined;
  readonly counts?: Readonly<Record<string, number>> | undefined;
}

/** An event that was put on the bus. */
export type RequestedEvent = Pick<Version, 'sn' | 'upgradeId'>;

/** Everything known about a run. */
export interface History {
  /** By how many milliseconds the clocks of the functions may have been wrong, one way or the other; default 0. */
  readonly clockErrorMs?: number;
  readonly invocations: readonly Invocation[];
  /** The requests about roll-outs, of which the other invocations know nothing. */
  readonly rolloutInvocations?: readonly RolloutInvocation[];
  /** The writes to Upgrades and Rollouts, in order. */
  readonly log?: readonly Moment[];
  /** From the stream of the table; in order for each device. */
  readonly versions: readonly Version[];
  /** The UpgradeRequested events. */
  readonly events: readonly RequestedEvent[];
  /** The items in the table at the end. */
  readonly table: readonly Pick<Version, 'sn' | 'upgradeId' | 'state'>[];
}
