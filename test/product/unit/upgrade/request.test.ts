import { describe, expect, test } from '@jest/globals';
import { upgradeRequest } from '../../../../functions/upgrade/start/request.ts';

const parse = (body: unknown) => upgradeRequest(body, 3);

describe('A valid body', () => {
  test('gives the devices and the firmware', () => {
    expect(parse({ sn: ['A', 'B'], 'firmware-id': 21 })).toEqual({ sns: ['A', 'B'], firmwareId: 21 });
  });

  test('may name a device twice: it counts once, where it stood first', () => {
    expect(parse({ sn: ['B', 'A', 'B'], 'firmware-id': 21 }).sns).toEqual(['B', 'A']);
  });

  test('may carry fields that nobody knows', () => {
    expect(parse({ sn: ['A'], 'firmware-id': 21, force: true, nested: { deep: [1] } }).sns).toEqual(['A']);
  });

  test.each([
    ['one character', 'A'],
    ['64 characters', 'A'.repeat(64)],
    ['dots, underscores and hyphens', '9.a_B-c'],
  ])('may have a serial number of %s', (_what, sn) => {
    expect(parse({ sn: [sn], 'firmware-id': 1 }).sns).toEqual([sn]);
  });

  test('keeps serial numbers that differ in case alone apart', () => {
    expect(parse({ sn: ['a', 'A'], 'firmware-id': 1 }).sns).toEqual(['a', 'A']);
  });

  test('may name the largest safe integer as firmware', () => {
    expect(parse({ sn: ['A'], 'firmware-id': 9_007_199_254_740_991 }).firmwareId).toBe(9_007_199_254_740_991);
  });
});

describe('A body that breaks the schema is refused with INVALID_ARG', () => {
  test.each<[string, unknown]>([
    ['null', null],
    ['an array', []],
    ['a text', 'sn'],
    ['a number', 1],
    ['no sn', { 'firmware-id': 21 }],
    ['no firmware-id', { sn: ['A'] }],
    ['an sn that is one text', { sn: 'A', 'firmware-id': 21 }],
    ['an empty sn', { sn: [], 'firmware-id': 21 }],
    ['a blank serial number', { sn: [' '], 'firmware-id': 21 }],
    ['an empty serial number', { sn: [''], 'firmware-id': 21 }],
    ['a serial number of null', { sn: [null], 'firmware-id': 21 }],
    ['a serial number that is an object', { sn: [{}], 'firmware-id': 21 }],
    ['a serial number that is a number', { sn: [123], 'firmware-id': 21 }],
    ['a list inside the list', { sn: [['A']], 'firmware-id': 21 }],
    ['a serial number with a space', { sn: ['A B'], 'firmware-id': 21 }],
    ['a serial number with a space at its end', { sn: ['A '], 'firmware-id': 21 }],
    ['a serial number with a line break at its end', { sn: ['A\n'], 'firmware-id': 21 }],
    ['a serial number that starts with a dot', { sn: ['.A'], 'firmware-id': 21 }],
    ['a serial number of 65 characters', { sn: ['A'.repeat(65)], 'firmware-id': 21 }],
    ['a serial number with a look-alike letter', { sn: ['\u0410302'], 'firmware-id': 21 }],
    ['one bad serial number among good ones', { sn: ['A', 'B', ''], 'firmware-id': 21 }],
    ['a firmware-id that is a text', { sn: ['A'], 'firmware-id': '21' }],
    ['a firmware-id that is true', { sn: ['A'], 'firmware-id': true }],
    ['a firmware-id of null', { sn: ['A'], 'firmware-id': null }],
    ['a firmware-id in a list', { sn: ['A'], 'firmware-id': [21] }],
    ['a firmware-id of 0', { sn: ['A'], 'firmware-id': 0 }],
    ['a firmware-id of minus 0', { sn: ['A'], 'firmware-id': -0 }],
    ['a negative firmware-id', { sn: ['A'], 'firmware-id': -21 }],
    ['a fraction as firmware-id', { sn: ['A'], 'firmware-id': 21.5 }],
    ['an overflowing firmware-id', { sn: ['A'], 'firmware-id': JSON.parse('1e400') as unknown }],
    ['a firmware-id beyond the safe integers', { sn: ['A'], 'firmware-id': 9_007_199_254_740_992 }],
    ['a firmware_id with an underscore', { sn: ['A'], firmware_id: 21 }],
  ])('%s', (_what, body) => {
    expect(() => parse(body)).toThrow('INVALID_ARG');
  });
});

describe('The number of entries', () => {
  test('may be the limit', () => {
    expect(parse({ sn: ['A', 'B', 'C'], 'firmware-id': 21 }).sns).toHaveLength(3);
  });

  test('is refused with TOO_MANY above the limit', () => {
    expect(() => parse({ sn: ['A', 'B', 'C', 'D'], 'firmware-id': 21 })).toThrow('TOO_MANY');
  });

  test('counts an entry that stands twice as two', () => {
    expect(() => parse({ sn: ['A', 'A', 'A', 'A'], 'firmware-id': 21 })).toThrow('TOO_MANY');
  });

  test('is told after what is wrong with the entries', () => {
    expect(() => parse({ sn: ['A', 'B', 'C', ''], 'firmware-id': 21 })).toThrow('INVALID_ARG');
  });
});
