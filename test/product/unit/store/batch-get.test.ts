/** When keys that were left unprocessed are asked for again. The client is a stand-in: the engine leaves none at will. */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';

const pauses: unknown[][] = [];
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

/** Reads one key from a client that gives these replies, one after the other. */
function readFrom(replies: readonly object[], signal?: AbortSignal) {
  const left = [...replies];
  const client = { send: () => Promise.resolve(left.shift()) } as unknown as DynamoDBClient;
  const read = { table: 'devices', keyName: 'sn', keys: ['SN1'], attributes: ['sn'], consistent: false };
  return batchGet(client, signal ? { ...read, signal } : read);
}

const none = { Responses: {}, UnprocessedKeys: { devices: { Keys: [{ sn: { S: 'SN1' } }] } } };
const all = { Responses: { devices: [{ sn: { S: 'SN1' } }] }, UnprocessedKeys: {} };

test('There is no pause when no key was left', async () => {
  expect(await readFrom([all])).toEqual([{ sn: { S: 'SN1' } }]);
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
  await readFrom([none, all], signal);
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
