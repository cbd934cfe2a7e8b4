import { describe, expect, test } from '@jest/globals';
import { chunksOf } from '../../../../../tools/operate/fleet/device/import/chunks.ts';
import { linesOf } from '../../../../../tools/operate/fleet/device/import/lines.ts';
import type { Reading } from '../../../../../tools/operate/fleet/device/import/readings.ts';

/** The lines of a file that is read in these pieces, with their numbers. */
async function lines(...pieces: (string | Buffer)[]): Promise<[number, string | undefined][]> {
  async function* source(): AsyncGenerator<Buffer> {
    for (const piece of pieces) yield await Promise.resolve(Buffer.from(piece));
  }
  const found: [number, string | undefined][] = [];
  for await (const { number, bytes } of linesOf(source())) found.push([number, bytes?.toString()]);
  return found;
}

describe('The lines of a file', () => {
  test('end with LF, CR LF or CR, wherever the pieces end in which it is read', async () => {
    const text = 'one\ntwo\r\n\nzoë\rfive\r\rseven\n';
    const expected = ['one', 'two', '', 'zoë', 'five', '', 'seven'].map((line, index) => [index + 1, line]);
    expect(await lines(text)).toEqual(expected);
    const bytes = Buffer.from(text);
    expect(await lines(...Array.from(bytes, (_byte, index) => bytes.subarray(index, index + 1)))).toEqual(expected);
  });

  test.each(['one', 'one\n', 'one\r\n', 'one\r'])(
    'need no end after the last one, and none follows it: %j',
    async (text) => {
      expect(await lines(text)).toEqual([[1, 'one']]);
    },
  );

  test('do not end at characters that JSON allows in a text', async () => {
    expect(await lines('a\u2028b\u2029c\u0085d')).toEqual([[1, 'a\u2028b\u2029c\u0085d']]);
  });

  test('are not held when they are too long, and the next is', async () => {
    const long = 'x'.repeat(200 * 1024);
    const expected = Object.entries({ 1: 'a', 2: undefined, 3: 'b' }).map(([number, line]) => [Number(number), line]);
    expect(await lines('a\n', long, `${long}\n`, 'b\n')).toEqual(expected);
    expect(await lines('a\r', long, `${long}\r`, 'b\r')).toEqual(expected);
    expect(await lines(long, long)).toEqual([[1, undefined]]);
  });
});

const product = { familyId: 3, modelId: 2, hardwareVersion: '1.0', firmwareVersion: '2.3.0' };

/** The first line, the last line and the number of devices of each chunk. */
async function chunks(count: number, length: number): Promise<[number, number, number][]> {
  async function* source(): AsyncGenerator<Reading> {
    for (let number = 1; number <= count; number += 1) {
      yield await Promise.resolve({ number, length, device: { ...product, sn: `A${String(number % 1_000)}` } });
    }
  }
  const found: [number, number, number][] = [];
  for await (const { first, last, devices } of chunksOf(source())) found.push([first, last, devices.size]);
  return found;
}

test('a chunk has two thousand lines at most, and each device once', async () => {
  expect(await chunks(4_001, 300)).toEqual([
    [1, 2_000, 1_000],
    [2_001, 4_000, 1_000],
    [4_001, 4_001, 1],
  ]);
});

test('a chunk has eight megabytes and a line at most', async () => {
  expect(await chunks(5, 4 * 1024 * 1024)).toEqual([
    [1, 2, 2],
    [3, 4, 2],
    [5, 5, 1],
  ]);
});
