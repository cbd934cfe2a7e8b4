import { describe, expect, jest, test } from '@jest/globals';
import {
  ATTEMPT_MS,
  ATTEMPTS,
  isTimeForStep,
  isTimeToWrite,
  LONGEST_PAUSE_MS,
  untilAnswer,
} from '../../../functions/config/deadline.ts';
import { countOrUnbounded, requiredCount, requiredText, texts } from '../../../functions/config/environment.ts';

const withLeft = (ms: number) => ({ userName: 'ann', remainingMs: () => ms });

test('A silent database is reported within 10 s: all attempts and the pauses between them take no longer', () => {
  expect(ATTEMPTS * ATTEMPT_MS + (ATTEMPTS - 1) * LONGEST_PAUSE_MS).toBeLessThanOrEqual(10_000);
});

test.each([
  [25_000, true],
  [6_001, true],
  [6_000, false],
  [0, false],
])('With %i ms left, an attempt of a claim may begin: %j', (leftMs, may) => {
  expect(isTimeToWrite(withLeft(leftMs))).toBe(may);
});

test.each([
  [10_001, true],
  [10_000, false],
])('With %i ms left, a step of a run may begin: %j', (leftMs, may) => {
  expect(isTimeForStep(leftMs)).toBe(may);
});

describe('Reading back may last', () => {
  test('until half a second before the end', () => {
    const timeout = jest.spyOn(AbortSignal, 'timeout');
    expect(untilAnswer(withLeft(3_000)).aborted).toBe(false);
    expect(timeout.mock.calls).toEqual([[2_500]]);
  });

  test.each([500, 400, 0])('no time at all with %i ms left', (leftMs) => {
    expect(untilAnswer(withLeft(leftMs)).aborted).toBe(true);
  });
});

describe('A setting', () => {
  test('is read from its variable', () => {
    expect(requiredText({ SESSIONS_TABLE: 'sessions' }, 'SESSIONS_TABLE')).toBe('sessions');
    expect(requiredCount({ MAX_BATCH_SIZE: '1000' }, 'MAX_BATCH_SIZE')).toBe(1000);
    expect(requiredCount({ MAX_BATCH_SIZE: '1' }, 'MAX_BATCH_SIZE')).toBe(1);
  });

  test.each([undefined, ''])('that is %j is reported by name', (value) => {
    expect(() => requiredText({ SESSIONS_TABLE: value }, 'SESSIONS_TABLE')).toThrow('SESSIONS_TABLE');
  });

  test.each(['0', '-1', '1.5', 'many', '1e400', ' '])('that must be a count and is %j is reported by name', (value) => {
    expect(() => requiredCount({ MAX_BATCH_SIZE: value }, 'MAX_BATCH_SIZE')).toThrow('MAX_BATCH_SIZE');
    expect(() => countOrUnbounded({ MAX_BATCH_SIZE: value }, 'MAX_BATCH_SIZE')).toThrow('MAX_BATCH_SIZE');
  });

  test('that may be absent bounds nothing then, and has no texts', () => {
    expect(countOrUnbounded({}, 'LONGEST_SESSION_SECONDS')).toBe(Infinity);
    expect(countOrUnbounded({ LONGEST_SESSION_SECONDS: '60' }, 'LONGEST_SESSION_SECONDS')).toBe(60);
    expect(texts({}, 'ORIGIN_SECRET_HASHES')).toEqual([]);
    expect(texts({ ORIGIN_SECRET_HASHES: '' }, 'ORIGIN_SECRET_HASHES')).toEqual([]);
    expect(texts({ ORIGIN_SECRET_HASHES: 'aa,bb' }, 'ORIGIN_SECRET_HASHES')).toEqual(['aa', 'bb']);
  });
});
