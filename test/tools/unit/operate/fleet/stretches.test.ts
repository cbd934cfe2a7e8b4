import { expect, test } from '@jest/globals';
import { ahead } from '../../../../../tools/operate/fleet/device/import/ahead.ts';
import type { Reading } from '../../../../../tools/operate/fleet/device/import/readings.ts';
import { stretchesOf } from '../../../../../tools/operate/fleet/device/import/stretches.ts';

const product = { familyId: 3, modelId: 2, hardwareVersion: '1.0' };

async function* readings(count: number, bytesEach: number): AsyncGenerator<Reading> {
  for (let number = 1; number <= count; number += 1) {
    const device = { sn: `A${String(number % 5)}`, ...product, firmwareVersion: String(number) };
    yield await Promise.resolve({ number, end: number * bytesEach, device });
  }
}

async function spans(count: number, bytesEach: number): Promise<[number, number, number][]> {
  const found: [number, number, number][] = [];
  for await (const { first, last, valid } of stretchesOf(readings(count, bytesEach))) found.push([first, last, valid]);
  return found;
}

test('a stretch has two thousand lines at most', async () => {
  expect(await spans(4_001, 300)).toEqual([
    [1, 2_000, 2_000],
    [2_001, 4_000, 2_000],
    [4_001, 4_001, 1],
  ]);
});

test('a stretch has eight megabytes and a line at most', async () => {
  expect(await spans(5, 4 * 1024 * 1024)).toEqual([
    [1, 2, 2],
    [3, 4, 2],
    [5, 5, 1],
  ]);
});

test('of a device that stands twice the later line counts', async () => {
  const { value } = await stretchesOf(readings(7, 300)).next();
  expect([...(value?.devices.values() ?? [])].map(({ firmwareVersion }) => firmwareVersion).sort()).toEqual([
    '3',
    '4',
    '5',
    '6',
    '7',
  ]);
});

test('the next stretch is made while one is worked on, and what goes wrong there is told in its turn', async () => {
  const made: number[] = [];
  async function* values(): AsyncGenerator<number, void> {
    for (const value of [1, 2]) {
      made.push(value);
      yield await Promise.resolve(value);
    }
    throw new Error('at the end');
  }
  const source = ahead(values());
  expect(await source.next()).toMatchObject({ value: 1 });
  await new Promise(setImmediate);
  expect(made).toEqual([1, 2]);
  expect(await source.next()).toMatchObject({ value: 2 });
  await expect(source.next()).rejects.toThrow('at the end');
});
