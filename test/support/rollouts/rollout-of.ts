import { NO_MEMBERS, type Counts } from '../../../functions/domain/members.ts';
import type { OwnCounts, Rollout } from '../../../functions/domain/rollout.ts';

const CREATED_AT = '2026-11-27T11:00:00.000Z';

export interface Overrides extends Partial<Omit<Rollout, 'counts' | 'own'>> {
  readonly counts?: Partial<Counts>;
  readonly own?: Partial<OwnCounts>;
  /** Whether the firmware cannot be had. */
  readonly isAway?: boolean;
}

/** A roll-out of a hundred devices in waves of five and all, in its first wave, with the default brakes. */
export function rolloutOf({ counts, own, isAway: _, ...overrides }: Overrides = {}): Rollout {
  return {
    ...{ rolloutId: 'spring-21', firmwareId: 21, state: 'running', phase: 'active', version: 1, revision: 1 },
    ...{ createdBy: 'ann', createdAt: CREATED_AT, bodyHash: 'hash', membersId: 'members', total: 100 },
    ...{ betweenWaves: 0, failedPercent: 5, ofAtLeast: 100, maxInFlight: 500, waitHours: 24 },
    ...{ waves: [{ devices: 5, openedAt: CREATED_AT }, { devices: 100 }], wave: 1, cursor: 0, openChunks: [] },
    counts: { ...NO_MEMBERS, ...counts },
    own: { waiting: 0, underWay: 0, succeeded: 0, upToDate: 0, ...own },
    before: { ended: 0, bad: 0 },
    ...overrides,
  };
}
