/** What a person gives to the fleet tool: files, lists of devices, and plans of roll-outs. */
import { expect, test } from '@jest/globals';
import { linesIn } from '../../../../../tools/operate/fleet/files.ts';
import { piecesIn } from '../../../../support/pieces.ts';
import { listed } from '../../../../../tools/operate/fleet/upgrade/selection.ts';
import { Command } from '@commander-js/extra-typings';
import { nextId } from '../../../../../tools/operate/fleet/rollout/make.ts';
import { planFields, withPlan } from '../../../../../tools/operate/fleet/rollout/plan.ts';

test.each([1, 2, 3, 1_000])(
  'Lines end with LF, CR LF or CR, however they are split into pieces of %i bytes',
  async (size) => {
    const bytes = Buffer.from('\uFEFFone\ntwo\r\n\nzoë\rfive\r\rse\u2028v\u0085en\0');
    const starts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) => index * size);
    const pieces = starts.map((start) => bytes.subarray(start, start + size));
    expect((await Array.fromAsync(linesIn(piecesIn(...pieces)))).map(({ number, text }) => [number, text])).toEqual([
      [1, 'one'],
      [2, 'two'],
      [4, 'zoë'],
      [5, 'five'],
      [7, 'se\u2028v\u0085en\0'],
    ]);
  },
);

test('A line is not kept in memory without a limit', async () => {
  const pieces = piecesIn('one\n', ...Array<Buffer>(5).fill(Buffer.alloc(1024 * 1024, 'x')));
  await expect(Array.fromAsync(linesIn(pieces))).rejects.toThrow('Line 2 of the file is longer than 4 MiB');
});

test.each([
  ['PK\x03\x04\x14\0', 'a spreadsheet, or a ZIP archive: save the sheet as "CSV UTF-8"'],
  ['\xD0\xCF\x11\xE0\xA1\xB1', 'a spreadsheet, or a ZIP archive'],
  ['\x1F\x8B\x08\0', 'compressed: unpack it first'],
  ['\x28\xB5\x2F\xFD', 'compressed'],
  ['<html><table>', 'XML or HTML'],
  ['[\n{"sn":"A1"}]', "one JSON array: put each of its elements on a line of its own, as jq -c '.[]' does"],
  [` [${'"A1",'.repeat(1024 * 1024)}"A1"]`, 'one JSON array'],
  ['{\r\n  "sn": "A1"', 'JSON over several lines: put each object on a line of its own'],
  ['s\0n\0\n\0', 'binary, or UTF-16 without a byte order mark'],
])('What does not consist of lines is named: %#', async (content, what) => {
  const pieces = [content.slice(0, 2), content.slice(2)].map((text) => Buffer.from(text, 'latin1'));
  await expect(Array.fromAsync(linesIn(piecesIn(...pieces)))).rejects.toThrow(`This is ${what}`);
});

const devicesIn = (list: string) => Array.fromAsync(listed(piecesIn(list)));

test.each([
  ['one serial number a line', ' A1 \r\n\nB-2\nsn3'],
  ['a column of a sheet, with its name', '\uFEFFSN\rA1\rB-2\rsn3\r'],
  ['what was imported', 'familyId;sn;modelId\n8;A1;1\n8;"B-2";1\n8;sn3;1\n'],
  ['a column of a sheet, with another name', 'Serial No.\n"A1"\nB-2\nsn3'],
  ['sheets put together', 'sn,familyId\nA1,8\nsn,familyId\nB-2,8\nfamilyId,sn\n8,sn3\n'],
  ['a sheet with delimiters in quotes', 'sn;"Site, room";note\nA1;"Hall, 2";x\n;;\nB-2;;x,y\nsn3;"a;b";\n;;'],
  ['a sheet with delimiters in names', 'Site, room\tSN \tnote\nHall\tA1\tx\n\tB-2\t\n\tsn3\n\t\t\n'],
  ['JSON Lines, such as another command prints', '{"sn":"A1","state":"failed"}\n\uFEFF{"sn":"B-2"}\n{"sn":"sn3"}\n'],
])('A list of devices may be %s', async (_what, list) => {
  expect(await devicesIn(list)).toEqual(['A1', 'B-2', 'sn3']);
});

test.each([
  ['A1\nno serial number', 'Line 2 has no serial number'],
  ['sn,familyId\nA1,8\n,8', 'Line 3 has no serial number'],
  ['{"sn":"A1"}\n{"sn":7}', 'Line 2 has no serial number'],
  ['{"sn":"A1"}\nA2', 'Line 2 is not JSON'],
  ['{"sn":"A1"}\n{"sn":""}', 'Line 2 has no serial number'],
  ['A1\n"A2', 'Line 2 opens a quote that it does not close'],
  ['A1;note', 'Line 1 has a value in column 2, which has no name'],
  ['serial;note\nA1;x', 'Line 1 has a value in column 2'],
  ['{"sn":"A1"}\n{"sn":"Serial"}', 'Line 2 has no serial number'],
])('A list with a broken line is refused whole: %j', async (list, message) => {
  await expect(devicesIn(list)).rejects.toThrow(message);
});

const planOf = (options: string) =>
  planFields(withPlan(new Command()).parse(options.split(' ').filter(Boolean), { from: 'user' }).opts());

test.each([
  ['', {}],
  ['--waves 5,10%,100%', { waves: [{ devices: 5 }, { percent: 10 }, { percent: 100 }] }],
  ['--between 1h', { 'between-waves': 60 }],
  ['--between 7d', { 'between-waves': 10_080 }],
  ['--between manual', { 'between-waves': 'manual' }],
  ['--stop 5%/100', { stop: { 'failed-percent': 5, 'of-at-least': 100 } }],
  ['--stop 5%', { stop: { 'failed-percent': 5 } }],
  ['--wait 72h --max-in-flight 9', { 'wait-hours': 72, 'max-in-flight': 9 }],
  ['--wait 0 --between 0', { 'wait-hours': 0, 'between-waves': 0 }],
])('The options "%s" are fields of create-rollout', (options, fields) => {
  expect(planOf(options)).toEqual(fields);
});

test.each([
  ['spring', 'spring-retry'],
  ['spring-retry', 'spring-retry-2'],
  ['spring-retry-9', 'spring-retry-10'],
])('The failed devices of %s are retried as %s', (id, next) => {
  expect(nextId(id)).toBe(next);
});

test('An id that leaves no room for that is to be given', () => {
  expect(() => nextId('a'.repeat(59))).toThrow('give --id');
});
