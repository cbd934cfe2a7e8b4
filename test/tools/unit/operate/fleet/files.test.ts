import { Readable } from 'node:stream';
import { describe, expect, test } from '@jest/globals';
import { linesIn, type Line } from '../../../../../tools/operate/fleet/files.ts';

/** The lines of a file that is read in these pieces. */
function lines(pieces: readonly Buffer[]): Promise<Line[]> {
  const stream: AsyncIterable<Buffer> = Readable.from(pieces);
  return Array.fromAsync(linesIn(stream));
}

describe('The lines of a file', () => {
  test.each([1, 2, 3, 1_000])(
    'end with LF, CR LF or CR, however they are split into pieces of %i bytes',
    async (size) => {
      const bytes = Buffer.from('\uFEFFone\ntwo\r\n\nzoë\rfive\r\rse\u2028v\u0085en\0');
      const starts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) => index * size);
      const pieces = starts.map((start) => bytes.subarray(start, start + size));
      const found = (await lines(pieces)).map(({ number, text }) => [number, text]);
      expect(found).toEqual([
        [1, 'one'],
        [2, 'two'],
        [4, 'zoë'],
        [5, 'five'],
        [7, 'se\u2028v\u0085en\0'],
      ]);
    },
  );

  test('are not kept in memory without a limit', async () => {
    const pieces = [Buffer.from('one\n'), ...Array<Buffer>(5).fill(Buffer.alloc(1024 * 1024, 'x'))];
    await expect(lines(pieces)).rejects.toThrow('Line 2 of the file is longer than 4 MiB');
  });
});
