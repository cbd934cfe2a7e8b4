/** What the stores ask of the database, and what they find. Records with odd attributes are in odd-records.test.ts. */
import { expect, test } from '@jest/globals';
import { StoreUnavailable } from '../../../functions/domain/ports.ts';
import { batchGet } from '../../../functions/store/batch-get.ts';
import { fromRaw } from '../../../functions/store/client.ts';
import { devicesIn } from '../../../functions/store/devices.ts';
import { firmwaresIn } from '../../../functions/store/firmwares.ts';
import { sessionsIn, sidHash } from '../../../functions/store/sessions.ts';
import { streamServersIn } from '../../../functions/store/stream-servers.ts';
import { upgradesIn } from '../../../functions/store/upgrades.ts';
import type { DatabaseCall } from '../../../tools/stage/database-proxy/fault-proxy.ts';
import { databaseError } from '../../../tools/stage/database-proxy/outcome.ts';
import { databaseOfSuite } from '../../support/database.ts';
import { instead } from '../../support/database-proxy.ts';
import { putRaw } from '../../support/odd-items.ts';
import { newDevice, newSns, put, stage } from '../../support/stage.ts';

const database = databaseOfSuite();
const { sessions, firmwares, devices, upgrades } = stage.tables;

const findSession = (sid: string) => sessionsIn(sessions, database.client).find(sid);
const findDevices = (sns: readonly string[]) => devicesIn(devices, database.client).findMany(sns);
const findFirmware = (id: number) => firmwaresIn(firmwares, database.client).find(id);
const findUpgrades = (sns: readonly string[]) => upgradesIn(upgrades, database.client).findMany(sns);
const findServers = (sn: string) => streamServersIn(devices, database.documents).find(sn);

interface Read {
  readonly Key?: object;
  readonly Keys?: readonly object[];
  readonly ConsistentRead?: boolean;
  readonly ExpressionAttributeNames?: object;
}

/** The table of a read, its keys, whether it is consistent, and the attributes that it brings: all, if it names none. */
function asked({ input }: DatabaseCall) {
  const batch = Object.entries((input['RequestItems'] ?? {}) as Record<string, Read>);
  const [[table, read] = [input['TableName'], input as Read]] = batch;
  const { Key, Keys = [Key], ConsistentRead = false, ExpressionAttributeNames = {} } = read;
  return [table, Keys, ConsistentRead, Object.values(ExpressionAttributeNames)];
}

const ABC = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
const sn = { S: 'SN1' };
const decision = ['sn', 'upgradeId', 'firmwareId', 'claimToken', 'cancelToken', 'requestKey', 'state', 'leaseEndsAt'];
const product = ['sn', 'familyId', 'modelId', 'hardwareVersion', 'firmwareVersion', 'online'];

// Only sessions and upgrades are read strongly consistently, at twice the price. No read tells a cloud-sid.
test.each<
  [what: string, read: () => Promise<unknown>, table: string, key: object, consistent: boolean, names: string[]]
>([
  ['a session', () => findSession('abc'), sessions, { sidHash: { S: ABC } }, true, []],
  ['a firmware', () => findFirmware(21), firmwares, { firmwareId: { N: '21' } }, false, []],
  ['stream servers', () => findServers('SN1'), devices, { sn }, false, ['sn', 'streamServers']],
  [`a batch of ${devices}`, () => findDevices(['SN1']), devices, { sn }, false, product],
  [`a batch of ${upgrades}`, () => findUpgrades(['SN1']), upgrades, { sn }, true, decision],
])(
  'Reading %s is one call that brings no more than it must; if the table refuses it, the store does not answer',
  async (what, read, table, key, consistent, names) => {
    await read();
    expect(database.proxy.calls.map(asked)).toEqual([[table, [key], consistent, names]]);
    database.next(1, database.proxy.calls[0]?.operation ?? '', instead(databaseError('AccessDeniedException')));
    const failure = await read().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(StoreUnavailable);
    const cause = { name: 'AccessDeniedException' };
    expect(failure).toMatchObject({ message: `reading ${what} did not succeed`, cause });
  },
);

const ann = { userName: 'ann', role: 'admin', expiresAt: 2_000_000_000 };

/** Records a session with differences and finds it. */
async function foundSession(overrides: Record<string, unknown>) {
  const sid = `sid-${newSns(1).join()}`;
  await put('sessions', { sidHash: sidHash(sid), ...ann, ...overrides });
  return findSession(sid);
}

test('A session brings what a request needs to know, expired or not: the clock is not the business of the store', async () => {
  expect(await foundSession({ note: 'of no interest', expiresAt: 1 })).toEqual({ ...ann, expiresAt: 1 });
  expect(await findSession('sid-of-nobody')).toBeUndefined();
});

test.each(['Admin', 'operator'])('A record is no session with the role %j', async (role) => {
  expect(await foundSession({ role })).toBeUndefined();
});

test('Of the serial numbers asked for, those that are registered are found, each with its product', async () => {
  const [one, other] = [await newDevice(), await newDevice({ modelId: 4 })];
  const found = await findDevices([one, ...newSns(1), other]);
  expect([...found.keys()].sort()).toEqual([one, other].sort());
  expect([found.get(one)?.modelId, found.get(other)]).toEqual([2, { ...found.get(one), sn: other, modelId: 4 }]);
});

test('A record that does not say which product it is counts as not registered, is logged, and hides no other', async () => {
  const [odd = ''] = newSns(1);
  await put('devices', { sn: odd, modelId: 2, hardwareVersion: '3.0' });
  const whole = await newDevice();
  expect([...(await findDevices([odd, whole])).keys()]).toStrictEqual([whole]);
  expect(database.logged).toEqual([expect.objectContaining({ code: 'DEVICE_RECORD_INVALID', sn: odd })]);
});

test('The stream servers of a device come as they are stored, as far as JavaScript can hold their numbers', async () => {
  const streamServers = [{ id: 7, type: 4 as const, name: 'Studio', url: 'rtmp://live.example.com/app' }];
  expect(await findServers(await newDevice({ streamServers }))).toEqual({ stored: streamServers });
  const [large = ''] = newSns(1);
  await putRaw('devices', { sn: { S: large }, streamServers: { L: [{ M: { id: { N: '9223372036854775807' } } }] } });
  expect(await findServers(large)).toEqual({ stored: [{ id: 2 ** 63 }] });
});

test('A device that has no stream servers is known all the same, one that is not registered is not', async () => {
  expect(await findServers(await newDevice())).toEqual({ stored: undefined });
  expect(await findServers(newSns(1).join())).toBeUndefined();
});

test('A batch is not waited for when the caller gives up', async () => {
  const caller = new AbortController();
  database.next(9, 'BatchGetItem', () => {
    caller.abort();
    return Promise.resolve('hang');
  });
  const reading = upgradesIn(upgrades, database.client).findMany(newSns(1), caller.signal);
  await expect(reading).rejects.toMatchObject({ name: 'StoreUnavailable', cause: { name: 'AbortError' } });
  expect(database.proxy.calls).toHaveLength(1);
});

test('Items of a batch bring the attributes that are asked for, whatever DynamoDB makes of their names', async () => {
  const [name = ''] = newSns(1);
  const item = { sn: name, state: 'new', name: 'Studio', size: 2, 'with-dash': true };
  await put('devices', { ...item, password: 'SECRET-1' });
  const wanted = { table: devices, keyName: 'sn', keys: [name], attributes: Object.keys(item), consistent: true };
  expect((await batchGet(database.client, wanted)).map(fromRaw)).toEqual([item]);
});
