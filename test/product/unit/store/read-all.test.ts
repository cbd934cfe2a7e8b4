import { expect, test } from '@jest/globals';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { readAll } from '../../../../functions/store/read-all.ts';

test('A table of more than 32 MB is given up, rather than read for ever and kept in memory', async () => {
  let calls = 0;
  // A stand-in: a table of that size would take the engine minutes.
  const send = () => {
    calls += 1;
    return Promise.resolve({ Items: [{}], LastEvaluatedKey: {} });
  };
  const reading = readAll({ send } as unknown as DynamoDBClient, 'firmwares', ['state'], new AbortController().signal);
  await expect(reading).rejects.toThrow(/more than 32 MB/);
  expect(calls).toBe(32);
});
