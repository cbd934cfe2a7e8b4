import { describe, expect, test } from '@jest/globals';
import { countOrUnbounded, requiredCount, requiredText, texts } from '../../../../functions/config/environment.ts';

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
