import { describe, expect, test } from '@jest/globals';
import { upgradeRequest } from '../../../../functions/upgrade/request.ts';

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

  test('may name what cannot be a device, as it is', () => {
    expect(parse({ sn: ['A', '', ' A\n'], 'firmware-id': 1 }).sns).toEqual(['A', '', ' A\n']);
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
    ['a serial number of null', { sn: [null], 'firmware-id': 21 }],
    ['a serial number that is an object', { sn: [{}], 'firmware-id': 21 }],
    ['a serial number that is a number', { sn: [123], 'firmware-id': 21 }],
    ['a list inside the list', { sn: [['A']], 'firmware-id': 21 }],
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
    ['one serial number of null among good ones', { sn: ['A', null, 'B'], 'firmware-id': 21 }],
  ])('%s', (_what, body) => {
    expect(() => parse(body)).toThrow('INVALID_ARG');
  });
});

describe('A body that asks for a dry run is refused: nothing that is meant as a trial may start', () => {
  test.each(['dry-run', 'dryRun', 'dry_run', 'dryrun', 'DRY-RUN', 'Dry_Run'])('by %s, whatever its value', (name) => {
    for (const value of [true, false, null]) {
      expect(() => parse({ sn: ['A'], 'firmware-id': 21, [name]: value })).toThrow('INVALID_ARG');
    }
  });

  test.each(['dry', 'run', 'dry--run', 'dry run', 'a-dry-run', 'dry-runs'])('but not by %j', (name) => {
    expect(parse({ sn: ['A'], 'firmware-id': 21, [name]: true }).sns).toEqual(['A']);
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
    expect(() => parse({ sn: ['A', 'B', 'C', 7], 'firmware-id': 21 })).toThrow('INVALID_ARG');
  });
});
