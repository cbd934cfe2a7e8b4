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
