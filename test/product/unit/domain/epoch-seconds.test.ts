import { expect, test } from '@jest/globals';
import { epochSeconds, isAhead } from '../../../../functions/domain/epoch-seconds.ts';
import { NOW_SECONDS } from '../../../support/fakes.ts';

test.each([
  ['2026-11-27T12:00:00.000Z', NOW_SECONDS],
  ['2026-11-27T12:00:00.999Z', NOW_SECONDS],
  ['2026-11-27T12:00:01.000Z', NOW_SECONDS + 1],
])('%s is second %i', (moment, second) => {
  expect(epochSeconds(new Date(moment))).toBe(second);
});

test.each([
  ['the second before', NOW_SECONDS - 1, false],
  ['this very second', NOW_SECONDS, false],
  ['the next second', NOW_SECONDS + 1, true],
  ['the last second of ten digits', 9_999_999_999, true],
  ['the first of eleven', 10_000_000_000, false],
  ['a moment in milliseconds', NOW_SECONDS * 1000 + 60_000, false],
])('Whether %s lies ahead', (_what, moment, ahead) => {
  expect(isAhead(moment, NOW_SECONDS)).toBe(ahead);
});
