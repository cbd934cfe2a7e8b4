import { LAST_EPOCH_SECOND, type EpochSeconds } from '../../domain/epoch-seconds.ts';
import { ROLLOUT_PREFIX } from '../../domain/request-key.ts';
import {
  ENDED_STATES,
  isLive,
  isUnfinished,
  LIVE_STATES,
  type RecordedUpgrade,
  type UpgradeState,
} from '../../domain/upgrade.ts';
import { toldText } from '../told-text.ts';

/** How far an upgrade has come, as callers are told: the state on record, or that its lease ran out unfinished. */
export type ReportedState = UpgradeState | 'timed-out';

/** What callers are told of the upgrade on record for a device. What is not known is left out. */
export interface UpgradeReport {
  readonly 'upgrade-id'?: string | undefined;
  readonly 'firmware-id'?: number | undefined;
  readonly version?: string | undefined;
  readonly state?: ReportedState | undefined;
  readonly progress?: number | undefined;
  readonly reason?: string | undefined;
  readonly 'requested-by'?: string | undefined;
  /** The key of the request that started it. */
  readonly key?: string | undefined;
  /** The roll-out that started it. */
  readonly 'rollout-id'?: string | undefined;
  /** ISO 8601 in UTC, as it is on record. */
  readonly 'requested-at'?: string | undefined;
  /** ISO 8601 in UTC. */
  readonly 'lease-ends-at'?: string | undefined;
}

const STATES: readonly UpgradeState[] = [...LIVE_STATES, ...ENDED_STATES];

/** The report of an upgrade, by the clock where the record cannot know. Never its token, never where its file is. */
export function reportOf(record: RecordedUpgrade, now: EpochSeconds): UpgradeReport {
  const { upgradeId, firmwareId, version, progress, reason, requestedBy, requestKey, requestedAt, leaseEndsAt } =
    record;
  return {
    'upgrade-id': textOf(upgradeId),
    'firmware-id': wholeOf(firmwareId, Number.MAX_SAFE_INTEGER),
    version: textOf(version),
    state: stateOf(record, now),
    progress: wholeOf(progress, 100),
    reason: textOf(reason),
    'requested-by': textOf(requestedBy),
    ...keyOf(requestKey),
    'requested-at': textOf(requestedAt),
    'lease-ends-at': timeOf(wholeOf(leaseEndsAt, LAST_EPOCH_SECOND)),
  };
}

/** The state on record, with the clock taken into account; undefined if it is an unknown one. */
export function stateOf(record: RecordedUpgrade, now: EpochSeconds): ReportedState | undefined {
  if (isUnfinished(record) && !isLive(record, now)) return 'timed-out';
  return STATES.find((state) => state === record.state);
}

/** A roll-out has its id in the place of a caller's key. */
function keyOf(requestKey = ''): Pick<UpgradeReport, 'key' | 'rollout-id'> {
  if (!requestKey.startsWith(ROLLOUT_PREFIX)) return { key: textOf(requestKey) };
  return { 'rollout-id': textOf(requestKey.slice(ROLLOUT_PREFIX.length)) };
}

/** As it is told; undefined if nothing is left of it. */
export function textOf(text = ''): string | undefined {
  return toldText(text) || undefined;
}

/** A whole number from 0 to a maximum. */
function wholeOf(number = NaN, maximum: number): number | undefined {
  return Number.isInteger(number) && number >= 0 && number <= maximum ? number : undefined;
}

function timeOf(seconds: EpochSeconds | undefined): string | undefined {
  return seconds === undefined ? undefined : new Date(seconds * 1000).toISOString();
}
