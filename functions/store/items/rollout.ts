import type { EpochSeconds } from '../../domain/epoch-seconds.ts';
import type { Rollout, Wave } from '../../domain/rollout.ts';

/** Where heads stand among the parts of a roll-out. */
export const HEAD = 'head';

/** The form of heads that this version writes. One of a later form is left alone. */
export const ROLLOUT_SCHEMA = 1;

type Verbatim = Omit<Rollout, 'reason' | 'createdBy' | 'changedBy' | 'counts' | 'waves' | OrNull>;
type OrNull = 'changedAt' | 'nextWaveAt' | 'resumedAt' | 'resumedFrom';

/** The head of a roll-out: docs/data-contract.md. */
export interface RolloutItem
  extends Verbatim, Readonly<Record<'changedAt' | 'nextWaveAt' | 'resumedAt', string | null>> {
  readonly part: typeof HEAD;
  readonly schema: number;
  /** `-` if it is not paused: events need the attribute. */
  readonly reason: string;
  /** Percent-encoded as far as needed, like the users of an upgrade. */
  readonly createdBy: string;
  /** The same; `-` where the service itself changed it last. */
  readonly changedBy: string;
  readonly resumedFrom: number | null;
  /** By state; `timed-out` is `timedOut`, as paths of events have no hyphens. */
  readonly counts: Readonly<Record<string, number>>;
  readonly waves: readonly Wave[];
  /** TTL. */
  readonly expiresAt: EpochSeconds;
}

/** Up to 90 of its members. */
export interface ChunkItem {
  readonly rolloutId: string;
  /** The members' id, `#` and the number of the chunk in five digits. */
  readonly part: string;
  readonly sns: readonly string[];
  /** One for each serial number: functions/domain/members.ts. */
  readonly letters: string;
  /** TTL. */
  readonly expiresAt: EpochSeconds;
}
