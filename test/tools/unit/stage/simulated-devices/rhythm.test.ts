import { expect, test } from '@jest/globals';
import { leaseEndsAt, rhythmOf } from '../../../../../tools/stage/simulated-devices/course.ts';

test.each([
  [1, { reports: 5, intervalMs: 200, leaseMs: 3_000 }],
  [5, { reports: 5, intervalMs: 1_000, leaseMs: 3_000 }],
  [20, { reports: 5, intervalMs: 4_000, leaseMs: 12_000 }],
  [75, { reports: 5, intervalMs: 15_000, leaseMs: 45_000 }],
  [3_600, { reports: 240, intervalMs: 15_000, leaseMs: 45_000 }],
])('An upgrade of %d s is reported on as %j', (seconds, rhythm) => {
  expect(rhythmOf(seconds)).toEqual(rhythm);
});

test.each([
  ['2026-11-27T12:00:00.000Z', 1, '2026-11-27T12:00:12.000Z'],
  ['2026-11-27T12:00:00.001Z', 1, '2026-11-27T12:00:13.000Z'],
  ['2026-11-27T12:00:00.999Z', 1, '2026-11-27T12:00:13.000Z'],
  ['2026-11-27T12:00:00.000Z', 3_001, '2026-11-27T12:00:27.000Z'],
])('A lease of 12 s that is renewed at %s while %d devices report ends at the whole second %s', (now, atWork, end) => {
  expect(leaseEndsAt(rhythmOf(20), new Date(now), atWork)).toBe(Date.parse(end) / 1_000);
});
