import { describe, expect, test } from '@jest/globals';
import { FleetError } from '../../../../../tools/operate/fleet/fleet-error.ts';
import { detailLines } from '../../../../../tools/operate/fleet/output/details.ts';
import { errorLine } from '../../../../../tools/operate/fleet/output/error-line.ts';
import { moment } from '../../../../../tools/operate/fleet/output/moment.ts';
import { plain } from '../../../../../tools/operate/fleet/output/plain.ts';
import { scalarsOf } from '../../../../../tools/operate/fleet/output/scalars.ts';
import { recordLine } from '../../../../../tools/operate/fleet/output/table.ts';
import { nameOf } from '../../../../../tools/operate/fleet/upgrade/codes.ts';

describe('A stored value', () => {
  test.each<[unknown, string]>([
    ['text', 'text'],
    [0, '0'],
    [false, 'false'],
    [undefined, '-'],
    [null, '-'],
    [{ secret: 1 }, '-'],
    ['two\r\nlines', 'two lines'],
    ['\u001B[31mred\u001B]0;title\u0007', 'red'],
    ['bell\u0007\u009B', 'bell '],
  ])('is one line that a terminal does not obey: %j', (value, text) => {
    expect(plain(value)).toBe(text);
  });

  test('is left out when it is no scalar, or was not asked for', () => {
    const item = { sn: 'A1', online: false, modelId: 0, streamServers: ['secret'], other: 'secret' };
    expect(scalarsOf(item, ['sn', 'online', 'modelId', 'streamServers', 'absent'])).toEqual({
      sn: 'A1',
      online: false,
      modelId: 0,
    });
  });
});

test('a list has its columns one below the other, and no spaces at the end', () => {
  const columns = [
    { title: 'SN', attribute: 'sn', width: 4 },
    { title: 'STATE', attribute: 'state', width: 5 },
    { title: 'REASON', attribute: 'reason', width: 9 },
  ];
  expect(recordLine(columns, { sn: 'A1', state: 'failed', reason: 'why' })).toBe('A1    failed  why');
  expect(recordLine(columns, { sn: 'A1' })).toBe('A1    -      -');
});

test('a record has an attribute on each line, but none that it lacks', () => {
  expect(detailLines({ sn: 'A1', online: false, reason: undefined })).toBe('sn      A1\nonline  false');
});

test.each<[unknown, string | undefined]>([
  [1_795_780_800, '2026-11-27T12:00:00.000Z'],
  [1_795_780_800_000, undefined],
  [0, undefined],
  ['1795780800', undefined],
])('a moment is epoch seconds: %p', (seconds, text) => {
  expect(moment(seconds)).toBe(text);
});

describe('An error', () => {
  test.each<[unknown, string]>([
    [new FleetError('There is no device A1'), 'There is no device A1'],
    [new TypeError('two\nlines'), 'TypeError: two lines'],
    [Object.assign(new AggregateError([], ''), { code: 'ECONNREFUSED' }), 'AggregateError: ECONNREFUSED'],
    ['thrown text', 'Something unforeseen went wrong'],
  ])('is one line: %p', (error, text) => {
    expect(JSON.parse(errorLine(error, true))).toEqual({ error: text });
    expect(errorLine(error, false)).toContain(text);
  });
});

test.each([
  [0, 'SUCCESS'],
  [12, 'DEVICE_LOST'],
  [41, 'CONSTRAINT_VIOLATION'],
  [99, 'UNKNOWN_ERROR'],
])('the name of %d is %s', (code, name) => {
  expect(nameOf(code)).toBe(name);
});
