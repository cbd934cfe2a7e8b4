import type { Counts } from './members.ts';
import { ROLLOUT_PREFIX } from './request-key.ts';

/** Why a roll-out does not go on. All but `operator` and `gate` are the service's own. */
type PauseReason = 'operator' | 'failures' | 'no-success' | 'gate' | 'firmware' | 'error';

type RolloutState = 'running' | 'paused' | 'completed' | 'cancelled';

/** A moment as ISO 8601 in UTC with milliseconds, so that moments compare as texts. */
export type Moment = string;

/** What a caller decides about a roll-out when it is made. */
export interface RolloutPlan {
  readonly firmwareId: number;
  /** Minutes from the passing of a wave to the opening of the next, or that a person opens it. */
  readonly betweenWaves: number | 'manual';
  /** It stops when so many percent of those that ended have failed, … */
  readonly failedPercent: number;
  /** … counting at least so many as ended. */
  readonly ofAtLeast: number;
  /** At most so many members are under way at once. */
  readonly maxInFlight: number;
  readonly waitHours: number;
}

/** A wave has the members from the bound of the wave before to its own. */
export interface Wave {
  /** Its bound: how many members it and all waves before it have. */
  readonly devices: number;
  readonly openedAt?: Moment | undefined;
  /** Since when none of its own members is queued. */
  readonly drainedAt?: Moment | undefined;
}

/** Members whose end was seen: succeeded, failed, timed out or lost; and all of these but the succeeded. */
export interface Ends {
  readonly ended: number;
  readonly bad: number;
}

/** The open wave's own members, as far as it is judged by them. */
export interface OwnCounts {
  readonly waiting: number;
  readonly underWay: number;
  readonly succeeded: number;
  readonly upToDate: number;
}

/** The head of a roll-out: all but its members. */
export interface Rollout extends RolloutPlan {
  readonly rolloutId: string;
  readonly state: RolloutState;
  /** Only there while it is paused. */
  readonly reason?: PauseReason | undefined;
  /** `over` once it has ended and no look at it can change anything. */
  readonly phase: 'active' | 'over';
  /** Grows with each change of state, reason or wave. */
  readonly version: number;
  /** Grows with each write. Never shown. */
  readonly revision: number;
  readonly createdBy: string;
  readonly createdAt: Moment;
  /** Undefined where the service itself changed it last. */
  readonly changedBy?: string | undefined;
  /** When the version changed last. */
  readonly changedAt?: Moment | undefined;
  /** Of the request that made it: tells a repeat from another request with the same id. */
  readonly bodyHash: string;
  /** Names its chunks. */
  readonly membersId: string;
  readonly total: number;
  readonly waves: readonly Wave[];
  /** The open wave, from 1. */
  readonly wave: number;
  /** When the next wave opens: the open one has passed. */
  readonly nextWaveAt?: Moment | undefined;
  /** Members that are no longer queued: those before this place. */
  readonly cursor: number;
  readonly counts: Counts;
  readonly own: OwnCounts;
  /** What had ended when the wave opened, or when a resume accepted it. */
  readonly before: Ends;
  readonly resumedAt?: Moment | undefined;
  /** The version that the last resume was told. */
  readonly resumedFrom?: number | undefined;
  /** Numbers, ascending, of the chunks with members that wait or are under way. */
  readonly openChunks: readonly number[];
}

/** At most so many roll-outs are active at once; two that are made at the same time may be one more. */
export const MAX_ACTIVE = 20;

/** The key under which a roll-out starts its upgrades. No caller's key begins like it. */
export function keyOf(rolloutId: string): string {
  return `${ROLLOUT_PREFIX}${rolloutId}`;
}

/** The roll-out that started an upgrade under this key; undefined if none did. */
export function rolloutIdIn(requestKey: string | undefined): string | undefined {
  return requestKey?.startsWith(ROLLOUT_PREFIX) === true ? requestKey.slice(ROLLOUT_PREFIX.length) : undefined;
}

/** The bounds of the open wave's own members: from the first, to before the second. */
export function ownBounds({ waves, wave }: Rollout): readonly [from: number, to: number] {
  return [waves[wave - 2]?.devices ?? 0, waves[wave - 1]?.devices ?? 0];
}

export function isLastWave({ waves, wave }: Rollout): boolean {
  return wave >= waves.length;
}

export function hasEnded({ state }: Rollout): boolean {
  return state === 'completed' || state === 'cancelled';
}

export function underWayOf({ counts }: Rollout): number {
  return counts.requested + counts.running;
}

/** Members for whom something may still be started. */
export function remainingOf({ counts }: Rollout): number {
  return counts.queued + counts.waiting;
}

export function endsOf({ counts }: Rollout): Ends {
  const bad = counts.failed + counts['timed-out'] + counts.lost;
  return { bad, ended: bad + counts.succeeded };
}
