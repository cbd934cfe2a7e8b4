import { expect, test } from '@jest/globals';
import { devicesIn } from '../../../functions/store/devices.ts';
import { captureOutput } from '../../support/console.ts';
import { batchOf, databaseOfSuite } from '../../support/database.ts';
import { newSns, put, stage } from '../../support/stage.ts';

const { logged } = captureOutput();
const database = databaseOfSuite();
const findMany = (sns: readonly string[]) => devicesIn(stage.tables.devices, database.client).findMany(sns);

const product = { familyId: 1, modelId: 2, hardwareVersion: '3.0' };

/** Registers a new device with differences, and returns its serial number. */
async function registered(overrides: Record<string, unknown> = {}): Promise<string> {
  const [sn = ''] = newSns(1);
  await put('devices', { sn, ...product, firmwareVersion: '1.0', ...overrides });
  return sn;
}

test('Of the serial numbers asked for, those that are registered are found, each with its product', async () => {
  const [one, other] = [await registered(), await registered({ modelId: 4 })];
  expect(await findMany([one, ...newSns(1), other])).toEqual(
    new Map([
      [one, { sn: one, ...product, online: true }],
      [other, { sn: other, ...product, modelId: 4, online: true }],
    ]),
  );
});

test('For no serial numbers nothing is asked', async () => {
  expect(await findMany([])).toEqual(new Map());
  expect(database.proxy.calls).toEqual([]);
});

test('A record that does not say which product it is counts as not registered, is logged, and hides no other', async () => {
  const [odd, whole] = [await registered({ familyId: undefined }), await registered()];
  expect([...(await findMany([odd, whole])).keys()]).toEqual([whole]);
  expect(logged).toEqual([expect.objectContaining({ code: 'DEVICE_RECORD_INVALID', sn: odd })]);
});

test('Stream servers, and the keys in them, stay in the table', async () => {
  const sn = await registered({ streamServers: [{ id: 1, type: 1, streamKey: 'SECRET-1' }] });
  const replies: unknown[] = [];
  database.next(1, 'BatchGetItem', async (_call, forward) => {
    const reply = await forward();
    replies.push(reply.body);
    return reply;
  });
  await findMany([sn]);
  expect(JSON.stringify(replies)).toContain('hardwareVersion');
  expect(JSON.stringify(replies)).not.toMatch(/streamServers|SECRET|firmwareVersion/);
});

test('Devices are read at half the price, eventually consistently', async () => {
  await findMany([await registered()]);
  const [call] = database.proxy.calls;
  expect(call && batchOf(call, stage.tables.devices)).toMatchObject({ ConsistentRead: false });
});
