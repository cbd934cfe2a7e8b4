import { describe, expect, test } from '@jest/globals';
import { durationSeconds } from '../../../../../tools/operate/fleet/options/duration.ts';
import { serialNumbers } from '../../../../../tools/operate/fleet/options/serial-number.ts';
import { countingNumber, wholeNumber } from '../../../../../tools/operate/fleet/options/whole-number.ts';
import { sessionFrom } from '../../../../../tools/operate/fleet/upgrade/session.ts';

describe('A duration', () => {
  test.each([
    ['1s', 1],
    ['90s', 90],
    ['30m', 1_800],
    ['8h', 28_800],
    ['7d', 604_800],
    ['365d', 31_536_000],
  ])('%s', (text, seconds) => {
    expect(durationSeconds(text)).toBe(seconds);
  });

  test.each(['', '8', 'h', '0h', '-1h', '1.5h', '8H', '8 h', '1h30m', '366d', '9999999999s', '8w', '8toString'])(
    'is not "%s"',
    (text) => {
      expect(() => durationSeconds(text)).toThrow('A duration is');
    },
  );
});

describe('A number', () => {
  test('may be zero or less where families and models are counted, but not where firmwares are', () => {
    expect([wholeNumber('0'), wholeNumber('-3'), countingNumber('21')]).toEqual([0, -3, 21]);
    expect(() => countingNumber('0')).toThrow('at least 1');
  });

  test.each(['', '1.5', '1e3', '0x1', ' 1', '9007199254740992'])('is not "%s"', (text) => {
    expect(() => wholeNumber(text)).toThrow('whole number');
    expect(() => countingNumber(text)).toThrow('whole number');
  });
});

test('serial numbers are collected, each of them valid', () => {
  expect(serialNumbers('A2', serialNumbers('A1', undefined))).toEqual(['A1', 'A2']);
  expect(() => serialNumbers('-A3', ['A1'])).toThrow('A serial number is');
});

test.each([
  [undefined, undefined],
  ['sid', undefined],
  ['', 'uid'],
])('half a session is none: %p and %p', (sid, uid) => {
  expect(() => sessionFrom(sid, uid)).toThrow('FLEET_SID and FLEET_UID');
});
