/** Reads of many items. The client is a stand-in: the engine leaves no keys unprocessed at will, and takes minutes for 32 MB. */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { BatchGetItemCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { readAll } from '../../../../functions/store/read-all.ts';

const pauses: unknown[][] = [];
/** The keys of each call. */
const asked: (string | undefined)[][] = [];
let chance = 0;
let timeRunsOut = false;

jest.unstable_mockModule('node:timers/promises', () => ({
  setTimeout: (...args: unknown[]) => {
    pauses.push(args);
    return timeRunsOut ? Promise.reject(new DOMException('aborted', 'AbortError')) : Promise.resolve();
  },
}));

const { batchGet } = await import('../../../../functions/store/batch-get.ts');

beforeEach(() => {
  pauses.length = 0;
  timeRunsOut = false;
  jest.spyOn(Math, 'random').mockImplementation(() => chance);
});
afterEach(() => {
  jest.restoreAllMocks();
});

/** Reads A and B, or other keys, from a client that gives these replies, one after the other, and then nothing more. */
function readFrom(
  replies: readonly object[],
  { keys = ['A', 'B'], signal }: { keys?: string[]; signal?: AbortSignal } = {},
) {
  const left = [...replies];
  asked.length = 0;
  const send = ({ input }: BatchGetItemCommand) => {
    asked.push((input.RequestItems?.['devices']?.Keys ?? []).map(({ sn }) => sn?.S));
    return Promise.resolve(left.shift());
  };
  const read = { table: 'devices', keyName: 'sn', keys, attributes: ['sn'], consistent: false };
  return batchGet({ send } as unknown as DynamoDBClient, signal ? { ...read, signal } : read);
}

/** A reply with some items, in which some keys are left. */
const reply = (found: string, left = '') => {
  const items = (names: string) => Array.from(names, (name) => ({ sn: { S: name } }));
  const UnprocessedKeys = left === '' ? {} : { devices: { Keys: items(left) } };
  return { Responses: { devices: items(found) }, UnprocessedKeys };
};
const none = reply('', 'AB');
const all = reply('AB');

test.each([
  [0, []],
  [1, [1]],
  [100, [100]],
  [101, [100, 1]],
  [250, [100, 100, 50]],
])('%i keys are asked for in calls for %j, and the items of all calls are found', async (count, sizes) => {
  const keys = Array.from({ length: count }, (_, index) => String(index));
  const found = sizes.map((_, index) => reply(String(index)));
  expect(await readFrom(found, { keys })).toEqual(found.flatMap(({ Responses }) => Responses.devices));
  expect(asked.map(({ length }) => length)).toEqual(sizes);
});

test('Keys that were left are asked for again, and they alone, until all are processed', async () => {
  expect(await readFrom([none, reply('A', 'B'), reply('', 'B'), reply('B')])).toEqual(all.Responses.devices);
  expect(asked.map((keys) => keys.join(''))).toEqual(['AB', 'AB', 'B', 'B']);
});

test('Keys that are left after five calls are a store that does not answer, though others were processed', async () => {
  await expect(readFrom([none, reply('A', 'B'), ...Array<object>(9).fill(reply('', 'B'))])).rejects.toMatchObject({
    name: 'StoreUnavailable',
    message: 'reading a batch of devices, with keys left unprocessed, did not succeed',
  });
  expect(asked.map((keys) => keys.join(''))).toEqual(['AB', 'AB', 'B', 'B', 'B']);
});

test('A store is not asked again once six seconds have passed: a request has more to do', async () => {
  const times = [0, 0, 5_999, 6_000];
  jest.spyOn(performance, 'now').mockImplementation(() => times.shift() ?? 0);
  await expect(readFrom([none, none, all])).rejects.toThrow('left unprocessed');
  expect(asked).toHaveLength(2);
});

test('There is no pause when no key was left', async () => {
  await readFrom([all]);
  expect(pauses).toEqual([]);
});

test.each([
  [0, [25, 50, 100, 200]],
  [0.5, [37.5, 75, 150, 300]],
  [1, [50, 100, 200, 400]],
])('Pauses double with each round, and by chance (%d) last up to twice their minimum', async (by, milliseconds) => {
  chance = by;
  await readFrom([none, none, none, none, all]);
  expect(pauses.map(([duration]) => duration)).toEqual(milliseconds);
});

test('A pause ends with the time of the caller', async () => {
  const { signal } = new AbortController();
  await readFrom([none, all], { signal });
  expect(pauses).toEqual([[expect.any(Number), undefined, { signal }]]);
});

test('Time that runs out during a pause counts as a store that does not answer', async () => {
  timeRunsOut = true;
  await expect(readFrom([none, all])).rejects.toMatchObject({
    name: 'StoreUnavailable',
    message: 'waiting to read again did not succeed',
    cause: { name: 'AbortError' },
  });
});

test.each([{}, { Responses: {} }, { UnprocessedKeys: { others: {} } }, { UnprocessedKeys: { devices: {} } }])(
  'A reply without items and keys (%j) ends the reading',
  async (reply) => {
    expect(await readFrom([reply])).toEqual([]);
  },
);

test('A table of more than 32 MB is given up, rather than read for ever and kept in memory', async () => {
  let calls = 0;
  const send = () => {
    calls += 1;
    return Promise.resolve({ Items: [{}], LastEvaluatedKey: {} });
  };
  const reading = readAll({ send } as unknown as DynamoDBClient, 'firmwares', ['state'], new AbortController().signal);
  await expect(reading).rejects.toThrow(/more than 32 MB/);
  expect(calls).toBe(32);
});
