import { expect, test } from '@jest/globals';
import { courseOf, leaseEndsAt, rhythmOf, type Step } from '../../../../tools/stage/simulated-devices/course.ts';

const options = { seed: 7, fail: 0, silent: 0, seconds: 20 };
const manySns = Array.from({ length: 2_000 }, (_, index) => `SN${String(index)}`);

const percentages = (course: readonly Step[]) =>
  course.flatMap((step) => (step.does === 'report' ? [step.percent] : []));
const lastOf = (course: readonly Step[]) => course.at(-1);

test('A long upgrade is reported on more often, in whole percent that never go back', () => {
  const reported = percentages(courseOf({ ...options, seconds: 3_600 }, 'SN1', 0));
  expect(reported).toHaveLength(240);
  expect(reported).toEqual(reported.map(Math.floor).toSorted((one, other) => one - other));
  expect([reported.at(0), reported.at(-1)]).toEqual([0, 99]);
});

test.each([
  ['fails', { fail: 1, silent: 0 }, { does: 'end', end: { state: 'failed', reason: expect.stringMatching(/^\w/) } }],
  ['falls silent', { fail: 0, silent: 1 }, { does: 'fallSilent' }],
])(
  'A device that always %s does so in the end, at any point after its report of 0 percent',
  (_what, shares, trouble) => {
    const courses = manySns.map((sn) => courseOf({ ...options, ...shares }, sn, 0));
    for (const course of courses)
      expect([course[0], lastOf(course)]).toEqual([{ does: 'report', percent: 0 }, trouble]);
    expect(new Set(courses.map((course) => percentages(course).at(-1)))).toEqual(new Set([0, 20, 40, 60, 80]));
  },
);

test('As many fail and fall silent as the shares say', () => {
  const ends = manySns.map((sn) => lastOf(courseOf({ ...options, fail: 0.1, silent: 0.3 }, sn, 0)));
  const share = (has: (step: Step | undefined) => boolean) => ends.filter(has).length / ends.length;
  expect(share((step) => step?.does === 'fallSilent')).toBeCloseTo(0.3, 1);
  expect(share((step) => step?.does === 'end' && step.end.state === 'failed')).toBeCloseTo(0.1, 1);
});

test('With the seed of tools/stage/simulated-devices/README.md the canaries succeed, and too many of the second wave fail', () => {
  const shares = { seed: 7, fail: 0.08, silent: 0, seconds: 5 };
  const courses = Array.from({ length: 500 }, (_, index) =>
    courseOf(shares, `DEMO-${String(index + 1).padStart(4, '0')}`, 0),
  );
  const ends = courses.map(lastOf).map((step) => step?.does === 'end' && step.end.state);
  expect(ends.slice(0, 5)).not.toContain('failed');
  expect(ends.filter((state) => state === 'failed')).toHaveLength(52);
});

test('What happens to a device is the same with the same seed; it differs by seed, by device, and from one upgrade to the next', () => {
  const mixed = { ...options, fail: 0.3, silent: 0.3 };
  const story = (seed: number, sn: string) =>
    Array.from({ length: 20 }, (_, ordinal) => courseOf({ ...mixed, seed }, sn, ordinal));
  expect(story(7, 'SN1')).toEqual(story(7, 'SN1'));
  expect(story(8, 'SN1')).not.toEqual(story(7, 'SN1'));
  expect(story(7, 'SN2')).not.toEqual(story(7, 'SN1'));
  expect(new Set(story(7, 'SN1').map((course) => lastOf(course)?.does)).size).toBe(2);
});

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
