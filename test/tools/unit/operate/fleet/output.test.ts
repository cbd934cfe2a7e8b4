import { describe, expect, test } from '@jest/globals';
import { CommandError } from '../../../../../tools/command-line.ts';
import { messageOf } from '../../../../../tools/operate/fleet/output/errors.ts';
import { errorLine } from '../../../../../tools/operate/fleet/output/printer.ts';
import {
  detailLines,
  headingLine,
  moment,
  plain,
  recordLine,
  scalarsOf,
} from '../../../../../tools/operate/fleet/output/records.ts';

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
  const columns = { sn: 4, state: 6, reason: 1 };
  expect(headingLine(columns)).toBe('sn    state   reason');
  expect(recordLine(columns, { sn: 'A1', state: 'failed', reason: 'why' })).toBe('A1    failed  why');
  expect(recordLine(columns, { sn: 'A1' })).toBe('A1    -       -');
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
    [new CommandError('There is no device A1'), 'There is no device A1'],
    [new TypeError('no'), 'TypeError: no'],
    ['thrown text', 'An unexpected error occurred'],
    [Object.assign(new AggregateError([], ''), { code: 'ECONNREFUSED' }), 'The stage cannot be reached (ECONNREFUSED)'],
    [new TypeError('fetch failed', { cause: { code: 'x' } }), 'TypeError: fetch failed'],
    [new Error('Region is missing'), 'No valid AWS region is set: set AWS_REGION'],
    [Object.assign(new Error('none'), { name: 'CredentialsProviderError' }), 'No AWS credentials were found: sign in'],
    [Object.assign(new Error('none'), { name: 'ResourceNotFoundException' }), 'A table of the stage does not exist'],
  ])('says what happened, and what to do: %p', (error, text) => {
    expect(messageOf(error).slice(0, text.length)).toBe(text);
  });

  test('is one line for people, and one for machines', () => {
    expect(errorLine('two\nlines', false)).toContain('two lines');
    expect(JSON.parse(errorLine('two\nlines', true))).toEqual({ error: 'two lines' });
  });
});
