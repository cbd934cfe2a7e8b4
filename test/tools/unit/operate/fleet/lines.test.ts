import { describe, expect, test } from '@jest/globals';
import { linesOf } from '../../../../../tools/operate/fleet/device/import/lines.ts';

/** The lines of pieces, with their numbers and ends. */
async function lines(...pieces: (string | Buffer)[]): Promise<[number, string | undefined, number][]> {
  async function* source(): AsyncGenerator<Buffer> {
    for (const piece of pieces) yield await Promise.resolve(Buffer.from(piece));
  }
  const found: [number, string | undefined, number][] = [];
  for await (const { number, bytes, end } of linesOf(source())) found.push([number, bytes?.toString(), end]);
  return found;
}

describe('The lines of a file', () => {
  test('are the same wherever its pieces end', async () => {
    const text = 'one\ntwo\r\n\nzoë';
    const expected = [
      [1, 'one', 4],
      [2, 'two\r', 9],
      [3, '', 10],
      [4, 'zoë', 14],
    ];
    expect(await lines(text)).toEqual(expected);
    const bytes = Buffer.from(text);
    expect(await lines(...Array.from(bytes, (_byte, index) => bytes.subarray(index, index + 1)))).toEqual(expected);
  });

  test('need no newline at the end, and none follows one', async () => {
    expect(await lines('one')).toEqual([[1, 'one', 3]]);
    expect(await lines('one\n')).toEqual([[1, 'one', 4]]);
    expect(await lines()).toEqual([]);
    expect(await lines('')).toEqual([]);
  });

  test('do not end at characters that JSON allows in a text', async () => {
    expect(await lines('a\u2028b\u2029c\u0085d\re')).toEqual([[1, 'a\u2028b\u2029c\u0085d\re', 14]]);
  });

  test('are not held when they are too long, and the next is', async () => {
    const long = 'x'.repeat(200 * 1024);
    const ends = [2, 2 + 2 * 200 * 1024 + 1, 2 + 2 * 200 * 1024 + 3];
    expect(await lines('a\n', long, `${long}\n`, 'b\n')).toEqual([
      [1, 'a', ends[0]],
      [2, undefined, ends[1]],
      [3, 'b', ends[2]],
    ]);
    expect(await lines(long, long)).toEqual([[1, undefined, 400 * 1024]]);
  });
});
