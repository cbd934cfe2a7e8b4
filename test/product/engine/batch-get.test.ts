import { describe, expect, test } from '@jest/globals';
import { batchGet } from '../../../functions/store/batch-get.ts';
import { fromRaw } from '../../../functions/store/client.ts';
import type { DatabaseCall } from '../../../tools/stage/database-proxy/fault-proxy.ts';
import { batchOf, databaseOfSuite } from '../../support/database.ts';
import { newDevices, newSns, put, stage } from '../../support/stage.ts';

const database = databaseOfSuite();
const table = stage.tables.devices;

async function read(keys: readonly string[], options: { attributes?: string[]; consistent?: boolean } = {}) {
  const wanted = { table, keyName: 'sn', keys, attributes: ['sn'], consistent: true, ...options };
  return (await batchGet(database.client, wanted)).map(fromRaw);
}

/** How many keys each call asked for. */
const keysOf = (calls: readonly DatabaseCall[]) => calls.map((call) => batchOf(call, table).Keys.length);

test('The items that exist among the keys are found', async () => {
  const [one = '', other = ''] = await newDevices(2);
  const items = await read([one, ...newSns(1), other]);
  expect(new Set(items.map(({ sn }) => sn))).toEqual(new Set([one, other]));
  expect(items).toHaveLength(2);
});

describe('Keys are asked for 100 at a time', () => {
  test.each([
    [0, []],
    [1, [1]],
    [100, [100]],
    [101, [1, 100]],
    [250, [50, 100, 100]],
  ])('%i of them in calls for %j', async (count, sizes) => {
    await read(newSns(count));
    expect(keysOf(database.proxy.calls).sort((a, b) => a - b)).toEqual(sizes);
  });

  test('and the items of all calls are found', async () => {
    const sns = await newDevices(101);
    expect((await read(sns)).map(({ sn }) => sn).sort()).toEqual([...sns].sort());
  });
});

test('Items bring the attributes that are asked for, whatever DynamoDB makes of their names', async () => {
  const [sn = ''] = newSns(1);
  const words = { state: 'new', name: 'Studio', size: 2, 'with-dash': true };
  await put('devices', { sn, ...words, password: 'SECRET-1' });
  expect(await read([sn], { attributes: ['sn', ...Object.keys(words)] })).toEqual([{ sn, ...words }]);
});

test.each([true, false])('A read that is to be consistent (%j) is', async (consistent) => {
  await read(newSns(1), { consistent });
  expect(database.proxy.calls.map((call) => batchOf(call, table)['ConsistentRead'])).toEqual([consistent]);
});
