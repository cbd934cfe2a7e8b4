import { expect, test } from '@jest/globals';
import type { Counts, Letter } from '../../../../functions/domain/members.ts';
import type { Rollout } from '../../../../functions/domain/rollout.ts';
import { carriedOut, resumed } from '../../../../functions/rollout/change.ts';
import { decide, mustStop, type Decision } from '../../../../functions/rollout/decide.ts';
import { moved } from '../../../../functions/rollout/moves.ts';
import { nextSlice, waitingSlices } from '../../../../functions/rollout/slice.ts';
import { rolloutOf } from '../../../support/rollouts/rollout-of.ts';

const now = '2026-11-27T12:00:00.000Z';
const later = '2026-11-27T12:30:00.000Z';

/** The first wave of five of a hundred, with four succeeded. */
const over = { cursor: 5, counts: { queued: 95, succeeded: 5 }, own: { succeeded: 5 } };
const othersWait = { cursor: 5, counts: { queued: 95, succeeded: 1, waiting: 4 }, own: { succeeded: 1, waiting: 4 } };
const oneFailed = { cursor: 5, counts: { queued: 95, succeeded: 4, failed: 1 }, own: { succeeded: 4 } };
const allWait = { cursor: 5, counts: { queued: 95, waiting: 5 }, own: { waiting: 5 } };
const allSkipped = { cursor: 5, counts: { queued: 95, skipped: 5 }, own: {} };
const third = { wave: 2, waves: [5, 10, 100].map((devices) => ({ devices })), cursor: 10, counts: { queued: 90 } };
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
  ['takes a later wave for proven by its own members', { ...third, own: { upToDate: 5 } }, 'open'],
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
  ['is not complete while as many are queued as are under way', inLast({ queued: 1, running: 1 }), 'stay'],
  ['is not complete while as many are queued as wait', inLast({ queued: 1, waiting: 1 }), 'stay'],
  ['completes', done, 'complete'],
  ['completes once', { ...done, state: 'completed', phase: 'over' }, 'stay'],
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

test.each([
  [50, false],
  [45, true],
])('of 50 failures of 200 that ended, the %d of 100 before the wave do not count: stop %s', (bad, stops) => {
  const head = inLast({ failed: 50, succeeded: 150, queued: 1 });
  expect(mustStop(rolloutOf({ ...head, before: { ended: 100, bad } }))).toBe(stops);
});

const gated = { ...over, state: 'paused', reason: 'gate' } as const;
const stopped = { ...over, state: 'paused', reason: 'failures', counts: { queued: 95, failed: 5 }, own: {} } as const;
const accepted = { ended: 5, bad: 5 };

test.each<[string, Parameters<typeof rolloutOf>[0], Partial<Rollout>]>([
  ['opens the wave behind a gate', gated, { wave: 2, before: { ended: 5, bad: 0 } }],
  ['accepts failures, and lets a wave that is over pass', stopped, { wave: 2, before: accepted }],
  ['does so without a gate', { ...stopped, reason: 'no-success', betweenWaves: 'manual' }, { wave: 2 }],
  ['lets the minutes between waves begin', { ...stopped, betweenWaves: 30 }, { wave: 1, nextWaveAt: later }],
  ['keeps those that have begun', { ...stopped, betweenWaves: 30, nextWaveAt: now }, { wave: 1, nextWaveAt: now }],
  ['lets a wave go on that is not over', { ...stopped, cursor: 4 }, { wave: 1, before: accepted }],
  ['accepts nothing untold', { ...stopped, reason: 'operator' }, { wave: 1, before: { ended: 0, bad: 0 } }],
  ['does not open another wave than the next', { ...stopped, wave: 2, cursor: 100 }, { wave: 2 }],
])('a resume %s', (_, head, expected) => {
  const rollout = rolloutOf({ ...head, version: 7 });
  const common = { state: 'running', reason: undefined, version: 8, resumedFrom: 7, resumedAt: now, changedBy: 'bob' };
  expect(resumed(rollout, 'bob', now)).toMatchObject({ ...common, ...expected });
});

const seen = { version: 2, changedBy: undefined, changedAt: now };
const second = { wave: 2, waves: [rolloutOf().waves[0], { devices: 100, openedAt: now }], own: rolloutOf().own };

test.each<[Decision, object]>([
  ['stay', {}],
  ['pass', { nextWaveAt: later }],
  ['retire', { phase: 'over' }],
  ['complete', { ...seen, state: 'completed', reason: undefined, phase: 'over' }],
  ['open', { ...seen, ...second, before: { ended: 4, bad: 0 }, nextWaveAt: undefined }],
  ['failures', { ...seen, state: 'paused', reason: 'failures' }],
  ['firmware', { ...seen, state: 'paused', reason: 'firmware' }],
  ['no-success', { ...seen, state: 'paused', reason: 'no-success' }],
  ['gate', { ...seen, state: 'paused', reason: 'gate' }],
])('the decision %s changes no more than it says, and the version if people see it', (decision, changes) => {
  const rollout = rolloutOf({ ...over, counts: { queued: 95, succeeded: 4 }, betweenWaves: 30, changedBy: 'ann' });
  expect(carriedOut(rollout, decision, now)).toEqual({ ...rollout, ...changes });
});

const lettersOf = (text: string) => Array.from(text) as Letter[];

test.each<[string, string, Partial<Counts>, object, number[]]>([
  ['rrrr', 'ssss', { requested: -4, succeeded: 4 }, { underWay: -2, succeeded: 2 }, [0, 2]],
  ['ooor', 'WDrr', { waiting: -3, skipped: 2, requested: 1 }, { waiting: -2, underWay: 1, upToDate: 1 }, [0, 1, 2]],
  ['sqqq', 'sroq', { queued: -2, requested: 1, waiting: 1 }, { underWay: 1, waiting: 1 }, [0, 1, 2]],
])('if %s become %s, those between count for the open wave', (before, after, counts, ofOwn, openChunks) => {
  const waves = (drainedAt?: string) => [{ devices: 91, drainedAt: '' }, { devices: 93, drainedAt }, { devices: 99 }];
  const rollout = rolloutOf({ wave: 2, cursor: 91, openChunks: [0, 1, 2], waves: waves() });
  const moves = lettersOf(after).map((letter, place) => [place, letter] as const);
  const changed = new Map(moves.filter(([place, letter]) => letter !== before[place]));
  const pair = moved({ rollout, chunk: { number: 1, sns: [], letters: lettersOf(before) } }, changed, now);
  const [cursor, drainedAt] = 'queued' in counts ? [93, now] : [91, undefined];
  const expected = { counts, own: { ...rolloutOf().own, ...ofOwn }, cursor, openChunks, waves: waves(drainedAt) };
  expect(pair).toMatchObject({ rollout: expected, chunk: { letters: lettersOf(after) } });
});

test('a run tries a thousand waiting members, and the next run begins with others, even if only ten wait', () => {
  const chunks = Array.from({ length: 12 }, (_, number) => ({ number, sns: [], letters: Array<Letter>(90).fill('o') }));
  const slices = waitingSlices(chunks, 1).map(({ number, places }) => [number, places.length]);
  expect(slices).toEqual([[11, 83], ...chunks.slice(0, 10).map(({ number }) => [number, 90]), [10, 17]]);
  const ten = { number: 0, sns: [], letters: Array<Letter>(10).fill('o') };
  expect(waitingSlices([ten], 1)).toEqual([{ number: 0, places: [7, 8, 9, 0, 1, 2, 3, 4, 5, 6] }]);
});

test.each<[string, Parameters<typeof rolloutOf>[0], ReturnType<typeof nextSlice>]>([
  ['with its chunk', { cursor: 88, wave: 2 }, { number: 0, places: [88, 89] }],
  ['with its wave', { cursor: 3 }, { number: 0, places: [3, 4] }],
  ['with the last member', { cursor: 98, wave: 2 }, { number: 1, places: [8, 9] }],
  ['with what may be under way', { maxInFlight: 7, counts: { requested: 4, running: 2 } }, { number: 0, places: [0] }],
  ['before it begins, when no more may be', { maxInFlight: 6, counts: { requested: 4, running: 2 } }, undefined],
  ['before it begins, when all of the wave were claimed', { cursor: 5 }, undefined],
])('A slice ends %s', (_what, overrides, slice) => {
  expect(nextSlice(rolloutOf(overrides))).toEqual(slice);
});
