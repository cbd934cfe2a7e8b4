import { expect, test } from '@jest/globals';
import { linesIn } from '../../../../../tools/operate/fleet/files.ts';
import { piecesIn } from '../../../../support/pieces.ts';

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
