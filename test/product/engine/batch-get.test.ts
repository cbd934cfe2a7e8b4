import { describe, expect, test } from '@jest/globals';
import { StoreUnavailable } from '../../../functions/domain/ports.ts';
import { batchGet } from '../../../functions/store/batch-get.ts';
import { fromRaw } from '../../../functions/store/client.ts';
import { halfUnprocessed } from '../../../tools/stage/database-proxy/batch-faults.ts';
import type { DatabaseCall, Intervention } from '../../../tools/stage/database-proxy/fault-proxy.ts';
import { batchOf, databaseOfSuite } from '../../support/database.ts';
import { newDevices, newSns, put, stage } from '../../support/stage.ts';

const database = databaseOfSuite();
const table = stage.tables.devices;

async function read(
  keys: readonly string[],
  options: { attributes?: string[]; consistent?: boolean; signal?: AbortSignal } = {},
) {
  const wanted = { table, keyName: 'sn', keys, attributes: ['sn'], consistent: true, ...options };
  return (await batchGet(database.client, wanted)).map(fromRaw);
}

/** How many keys each call asked for. */
const keysOf = (calls: readonly DatabaseCall[]) => calls.map((call) => batchOf(call, table).Keys.length);

const inHalves: Intervention = async (call, forward) => halfUnprocessed(call, await forward());

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

describe('Keys that were left unprocessed', () => {
  test('are asked for again, and they alone, until all are processed', async () => {
    const sns = await newDevices(4);
    database.next(2, 'BatchGetItem', inHalves);
    expect((await read(sns)).map(({ sn }) => sn).sort()).toEqual([...sns].sort());
    expect(keysOf(database.proxy.calls)).toEqual([4, 2, 1]);
  });

  test('after five calls are a store that does not answer, though others were processed', async () => {
    const sns = await newDevices(2);
    database.next(99, 'BatchGetItem', inHalves);
    const failure = await read(sns).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(StoreUnavailable);
    expect(failure).toMatchObject({ message: 'reading a batch, with keys left unprocessed, did not succeed' });
    expect(keysOf(database.proxy.calls)).toEqual([2, 1, 1, 1, 1]);
  });

  test('are not waited for when the caller has no time left', async () => {
    const caller = new AbortController();
    database.next(99, 'BatchGetItem', async (call, forward) => {
      setTimeout(() => {
        caller.abort();
      }, 10);
      return halfUnprocessed(call, await forward());
    });
    const failure = await read(newSns(2), { signal: caller.signal }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(StoreUnavailable);
    expect(database.proxy.calls.length).toBeLessThan(5);
  });
});

test('A read that the caller gives up is a store that does not answer', async () => {
  const caller = new AbortController();
  database.next(99, 'BatchGetItem', () => {
    caller.abort();
    return Promise.resolve('hang');
  });
  const failure = await read(newSns(1), { signal: caller.signal }).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(StoreUnavailable);
  expect(failure).toMatchObject({ message: 'reading a batch did not succeed', cause: { name: 'AbortError' } });
  expect(database.proxy.calls).toHaveLength(1);
});
