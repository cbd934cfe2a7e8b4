import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { ThrottlingException } from '@aws-sdk/client-dynamodb';
import type { BatchWriteCommandInput, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

const pauses: number[] = [];
jest.unstable_mockModule('node:timers/promises', () => ({
  setTimeout: (ms: number) => Promise.resolve(pauses.push(ms)),
}));
const { putAll } = await import('../../../tools/batch-write.ts');

type Requests = NonNullable<BatchWriteCommandInput['RequestItems']>[string];

const devices = ['A1', 'A2', 'A3'].map((sn) => ({ sn }));

/** A table that leaves unprocessed what the function returns for a batch. */
function tableThatLeaves(left: (requests: Requests, call: number) => Requests) {
  const batches: string[][] = [];
  const send = ({ input }: { input: BatchWriteCommandInput }) => {
    const requests = input.RequestItems?.['Devices'] ?? [];
    batches.push(requests.map(({ PutRequest }) => String(PutRequest?.Item?.['sn'])));
    return Promise.resolve({ UnprocessedItems: { Devices: left(requests, batches.length) } });
  };
  return { batches, client: { send } as unknown as DynamoDBDocumentClient };
}

beforeEach(() => {
  pauses.length = 0;
});

describe('A batch', () => {
  test('has 25 items at most, and is written at once when there is capacity', async () => {
    const { batches, client } = tableThatLeaves(() => []);
    await putAll(client, 'Devices', Array<object>(51).fill({}));
    expect([batches.map(({ length }) => length), pauses]).toEqual([[25, 25, 1], []]);
  });

  test('comes back with what was left of it, after pauses that grow', async () => {
    const { batches, client } = tableThatLeaves((requests, call) => (call < 5 ? requests.slice(call % 2) : []));
    await putAll(client, 'Devices', devices);
    expect(batches).toEqual([['A1', 'A2', 'A3'], ['A2', 'A3'], ['A2', 'A3'], ['A3'], ['A3']]);
    for (const [index, ms] of pauses.entries()) {
      expect(ms).toBeGreaterThanOrEqual(25 * 2 ** index);
      expect(ms).toBeLessThanOrEqual(50 * 2 ** index);
    }
  });

  test('is given up when nothing of it is taken for half a minute', async () => {
    const { batches, client } = tableThatLeaves((requests) => requests);
    await expect(putAll(client, 'Devices', devices)).rejects.toThrow('throttled');
    expect(batches).toHaveLength(12);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(5_000);
  });

  test('is not given up while something of it is taken', async () => {
    const { batches, client } = tableThatLeaves((requests, call) => (call % 11 === 0 ? requests.slice(1) : requests));
    await putAll(client, 'Devices', devices);
    expect(batches).toHaveLength(33);
  });

  test('is not sent any more once another one has failed', async () => {
    const { client, send } = tableThatFails(() => new Error('no rights'));
    await expect(putAll(client, 'Devices', Array<object>(250).fill({}), 2)).rejects.toThrow('no rights');
    await new Promise((resolve) => setImmediate(resolve));
    expect(send.mock.calls.length).toBeLessThan(5);
  });

  test('comes back when it is refused whole for want of capacity', async () => {
    const throttling = new ThrottlingException({ message: 'slow down', $metadata: {} });
    const { client, send } = tableThatFails((call) => (call < 3 ? throttling : undefined));
    await putAll(client, 'Devices', devices);
    expect(send).toHaveBeenCalledTimes(3);
  });
});

/** A table that answers a call with this error, if there is one. */
function tableThatFails(errorOf: (call: number) => Error | undefined) {
  const send = jest.fn(() => {
    const error = errorOf(send.mock.calls.length);
    return error ? Promise.reject(error) : Promise.resolve({});
  });
  return { send, client: { send } as unknown as DynamoDBDocumentClient };
}
