import { describe, expect, test } from '@jest/globals';
import { chunksOf } from '../../../../../tools/operate/fleet/device/import.ts';
import { linesIn, type Line } from '../../../../../tools/operate/fleet/files.ts';

async function* inPieces(pieces: Iterable<Buffer>): AsyncGenerator<Buffer> {
  for (const piece of pieces) yield await Promise.resolve(piece);
}

const MEBIBYTE = Buffer.alloc(1024 * 1024, 'x');

describe('The lines of a file', () => {
  test.each([1, 2, 3, 1_000])(
    'end with LF, CR LF or CR, however they are split into pieces of %i bytes',
    async (size) => {
      const bytes = Buffer.from('\uFEFFone\ntwo\r\n\nzoë\rfive\r\rse\u2028v\u0085en\0');
      const starts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) => index * size);
      const pieces = starts.map((start) => bytes.subarray(start, start + size));
      const lines = await Array.fromAsync(linesIn(inPieces(pieces)));
      expect(lines.map(({ number, text }) => [number, text])).toEqual([
        [1, 'one'],
        [2, 'two'],
        [4, 'zoë'],
        [5, 'five'],
        [7, 'se\u2028v\u0085en\0'],
      ]);
    },
  );

  test('are not kept in memory without a limit', async () => {
    const pieces = [Buffer.from('one\n'), ...Array<Buffer>(5).fill(MEBIBYTE)];
    await expect(Array.fromAsync(linesIn(inPieces(pieces)))).rejects.toThrow('Line 2 of the file is longer than 4 MiB');
  });
});

/** The last line of each chunk, and how many devices it has. */
async function chunks(count: number, padding = ''): Promise<[number, number][]> {
  const rest = { familyId: 3, modelId: 2, hardwareVersion: '1.0', firmwareVersion: `2.3.0${padding}` };
  async function* lines(): AsyncGenerator<Line> {
    for (let number = 1; number <= count; number += 1) {
      yield await Promise.resolve({ number, text: JSON.stringify({ sn: `A${String(number % 1_000)}`, ...rest }) });
    }
  }
  const found = await Array.fromAsync(chunksOf(lines(), { format: 'jsonl', from: 1 }));
  return found.map(({ last, devices }) => [last, devices.size]);
}

test('A chunk of an import has at most 2,000 lines, and each device once', async () => {
  expect(await chunks(4_001)).toEqual([
    [2_000, 1_000],
    [4_000, 1_000],
    [4_001, 1],
  ]);
});

test('A chunk of an import has little more than eight megabytes', async () => {
  const counts = (await chunks(100, 'x'.repeat(200 * 1024))).map(([last]) => last);
  expect(counts).toEqual([41, 82, 100]);
});
