import { expect, test } from '@jest/globals';
import type { Counts } from '../../../../functions/domain/members.ts';
import type { Rollout } from '../../../../functions/domain/rollout.ts';
import { carriedOut, resumed } from '../../../../functions/rollout/change.ts';
import { decide, mustStop } from '../../../../functions/rollout/decide.ts';
import { rolloutOf } from '../../../support/rollouts/rollout-of.ts';

const now = '2026-11-27T12:00:00.000Z';
const later = '2026-11-27T12:30:00.000Z';

/** The first wave of five of a hundred, with four succeeded. */
const over = { cursor: 5, counts: { queued: 95, succeeded: 5 }, own: { succeeded: 5 } };
const othersWait = { cursor: 5, counts: { queued: 95, succeeded: 1, waiting: 4 }, own: { succeeded: 1, waiting: 4 } };
const oneFailed = { cursor: 5, counts: { queued: 95, succeeded: 4, failed: 1 }, own: { succeeded: 4 } };
const allWait = { cursor: 5, counts: { queued: 95, waiting: 5 }, own: { waiting: 5 } };
const allSkipped = { cursor: 5, counts: { queued: 95, skipped: 5 }, own: {} };
const due = { ...over, betweenWaves: 30, nextWaveAt: now };
/** The last wave, all of which were claimed. */
const inLast = (counts: Partial<Counts>) => ({ wave: 2, cursor: 100, counts });
const done = inLast({ succeeded: 100 });
/** It was paused before nine of ten had failed. */
const paused = { ...inLast({ queued: 1, failed: 9 }), state: 'paused' } as const;

test.each<[string, Parameters<typeof rolloutOf>[0], string]>([
  ['goes on while some are queued', { cursor: 4, counts: { queued: 96, succeeded: 4 }, own: { succeeded: 4 } }, 'stay'],
  ['goes on while some are under way', { ...over, own: { succeeded: 4, underWay: 1 } }, 'stay'],
  ['opens the next wave when one has succeeded', over, 'open'],
  ['does so while others of it wait', othersWait, 'open'],
  ['waits for the first success', allWait, 'stay'],
  ['pauses when nobody succeeded', allSkipped, 'no-success'],
  ['takes a wave that had the firmware already as proven', { ...allSkipped, own: { upToDate: 5 } }, 'open'],
  ['but not if one of it had not', { ...allSkipped, own: { upToDate: 4 } }, 'no-success'],
  ['lets the minutes between waves begin', { ...over, betweenWaves: 30 }, 'pass'],
  ['lets them go on', { ...over, betweenWaves: 30, nextWaveAt: later }, 'stay'],
  ['opens the next when they are over', due, 'open'],
  ['and waits for none that was started meanwhile', { ...due, own: { succeeded: 4, underWay: 1 } }, 'open'],
  ['asks a person', { ...over, betweenWaves: 'manual' }, 'gate'],
  ['pauses for a failure of five that have ended', oneFailed, 'failures'],
  ['counts those timed out and lost', inLast({ queued: 1, failed: 1, 'timed-out': 2, lost: 2 }), 'failures'],
  ['counts no cancelled or skipped ones', inLast({ queued: 1, failed: 4, cancelled: 5, skipped: 5 }), 'stay'],
  ['pauses when the firmware is away', { ...over, isAway: true }, 'firmware'],
  ['does not need it for those under way', { ...inLast({ running: 100 }), isAway: true }, 'stay'],
  ['completes', done, 'complete'],
  ['completes from a pause', { ...done, state: 'paused', reason: 'error' }, 'complete'],
  ['completes in spite of failures', inLast({ failed: 100 }), 'complete'],
  ['stays paused', { ...over, state: 'paused', reason: 'operator' }, 'stay'],
  ['tells of failures while it is paused', { ...paused, reason: 'gate' }, 'failures'],
  ['tells of them once', { ...paused, reason: 'failures' }, 'stay'],
  ['leaves an error to a person', { ...paused, reason: 'error' }, 'stay'],
  ['is kept when cancelled while one is under way', { state: 'cancelled', counts: { queued: 9, running: 1 } }, 'stay'],
  ['is over when none is', { state: 'cancelled', counts: { queued: 10 } }, 'retire'],
  ['is left alone when it is over', { state: 'cancelled', phase: 'over', counts: { queued: 10 } }, 'stay'],
])('a roll-out %s', (_, head, decision) => {
  expect(decide(rolloutOf(head), head?.isAway !== true, now)).toBe(decision);
});

test.each([
  [4, 96, false],
  [5, 95, true],
  [5, 96, false],
  [10, 200, false],
  [11, 209, true],
])('%d failures and %d successes in the last wave: stop %s', (failed, succeeded, stops) => {
  expect(mustStop(rolloutOf(inLast({ failed, succeeded, queued: 1 })))).toBe(stops);
});

test('what ended before the wave opened does not count', () => {
  const head = inLast({ failed: 50, succeeded: 50, queued: 1 });
  expect(mustStop(rolloutOf({ ...head, before: { ended: 100, bad: 50 } }))).toBe(false);
});

const gated = { ...over, state: 'paused', reason: 'gate' } as const;
const stopped = { ...over, state: 'paused', reason: 'failures', counts: { queued: 95, failed: 5 }, own: {} } as const;
const accepted = { ended: 5, bad: 5 };

test.each<[string, Parameters<typeof rolloutOf>[0], Partial<Rollout>]>([
  ['opens the wave behind a gate', gated, { wave: 2, before: { ended: 5, bad: 0 } }],
  ['accepts failures, and lets a wave that is over pass', stopped, { wave: 2, before: accepted }],
  ['does so without a gate', { ...stopped, reason: 'no-success', betweenWaves: 'manual' }, { wave: 2 }],
  ['lets the minutes between waves begin', { ...stopped, betweenWaves: 30 }, { wave: 1, nextWaveAt: later }],
  ['lets a wave go on that is not over', { ...stopped, cursor: 4 }, { wave: 1, before: accepted }],
  ['accepts nothing untold', { ...stopped, reason: 'operator' }, { wave: 1, before: { ended: 0, bad: 0 } }],
  ['does not open another wave than the next', { ...stopped, wave: 2, cursor: 100 }, { wave: 2 }],
])('a resume %s', (_, head, expected) => {
  const rollout = rolloutOf({ ...head, version: 7 });
  const common = { state: 'running', reason: undefined, version: 8, resumedFrom: 7, resumedAt: now, changedBy: 'bob' };
  expect(resumed(rollout, 'bob', now)).toMatchObject({ ...common, ...expected });
});

test('the version that people see moves with state, reason and wave alone', () => {
  const rollout = rolloutOf({ ...over, betweenWaves: 30 });
  const versions = (['stay', 'pass', 'retire', 'open', 'gate', 'failures', 'complete'] as const).map(
    (decision) => carriedOut(rollout, decision, now).version - rollout.version,
  );
  expect(versions).toEqual([0, 0, 0, 1, 1, 1, 1]);
});
