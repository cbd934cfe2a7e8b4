/**
 * Records in which an attribute is missing, or of any type that the database knows, each made from the right value so that
 * a careless reader would take it. The tests of each store have the values that are odd within the right type.
 */
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { listStreamServers } from '../../../functions/get-stream-servers-list/stream-servers.ts';
import { devicesIn } from '../../../functions/store/devices.ts';
import { firmwaresIn } from '../../../functions/store/firmwares.ts';
import { sessionsIn, sidHash } from '../../../functions/store/sessions.ts';
import { streamServersIn } from '../../../functions/store/stream-servers.ts';
import { upgradesIn } from '../../../functions/store/upgrades.ts';
import { databaseOfSuite } from '../../support/database.ts';
import { oddItems, oddValues, putRaw, type Item, type Wire } from '../../support/odd-items.ts';
import { newSns, stage } from '../../support/stage.ts';
import { claimsOn } from '../../support/stored-upgrades.ts';
import { EARLIER } from '../../support/upgrades.ts';

const database = databaseOfSuite();
const newSn = () => newSns(1).join();

/** What a store reads of the records of a table. */
interface Kind {
  readonly whole: Item;
  /** Stores an item under a new key, and reads it. */
  read(item: Item): Promise<unknown>;
  /** What is read of the whole item. */
  readonly found: object;
  /** What is read when an attribute is odd. */
  without(name: string): unknown;
  /** Whether only the type of a value counts: then no other value of the right type is odd. */
  readonly byType?: boolean;
}

const wireOf = (item: object): Item =>
  Object.fromEntries(
    Object.entries(item).map(([name, value]) => [name, { [typeof value === 'number' ? 'N' : 'S']: String(value) }]),
  );

const withoutKey = (found: object = {}) =>
  Object.fromEntries(Object.entries(found).filter(([name]) => name !== 'sn' && name !== 'firmwareId'));

const SESSION = { userName: 'ann', role: 'user', expiresAt: 2_000_000_000 };

const session: Kind = {
  whole: wireOf(SESSION),
  found: SESSION,
  without: () => undefined,
  async read(item) {
    const sid = newSn();
    await putRaw('sessions', { ...item, sidHash: { S: sidHash(sid) } });
    return sessionsIn(stage.tables.sessions, database.client).find(sid);
  },
};

const PRODUCT = { familyId: 3, modelId: 2, hardwareVersion: '1.0' };

const device: Kind = {
  whole: { ...wireOf(PRODUCT), online: { BOOL: false } },
  found: { ...PRODUCT, online: false },
  without: (name) => (name === 'online' ? { ...PRODUCT, online: true } : {}),
  async read(item) {
    const sn = newSn();
    await putRaw('devices', { ...item, sn: { S: sn } });
    return withoutKey((await devicesIn(stage.tables.devices, database.client).findMany([sn])).get(sn));
  },
};

const FILE = { version: '9.0', location: 's3://a/9.bin', sizeBytes: 10, sha256: 'a'.repeat(64) };
let firmwareId = 1_000_000_000 * (1 + Number(process.env['JEST_WORKER_ID'] ?? 0)) + (Date.now() % 1_000_000) * 100;

const firmware: Kind = {
  whole: wireOf({ ...PRODUCT, ...FILE, state: 'available' }),
  found: { state: 'available', product: PRODUCT, file: FILE },
  without: () => ({ state: 'unavailable' }),
  async read(item) {
    const id = (firmwareId += 1);
    await putRaw('firmwares', { ...item, firmwareId: { N: String(id) } });
    return withoutKey(await firmwaresIn(stage.tables.firmwares, database.client).find(id));
  },
};

const LIVE = { ...EARLIER, cancelToken: 'another', requestKey: 'k-1' };
const UPGRADE = {
  ...LIVE,
  version: '2.2',
  progress: 40,
  reason: 'none',
  requestedBy: 'bob',
  requestedAt: '2026-11-27',
  decidedAt: '2026-11-26',
  state: 'cancelled',
  cancelledBy: 'eve',
};

const upgrade: Kind = {
  whole: wireOf(UPGRADE),
  found: UPGRADE,
  // Only of a cancelled one it is a name.
  without: (name) => ({ ...UPGRADE, [name]: undefined, ...(name === 'state' && { cancelledBy: undefined }) }),
  byType: true,
  async read(item) {
    const sn = await storedUpgrade(item);
    return (await upgradesIn(stage.tables.upgrades, database.client).describeMany([sn])).get(sn);
  },
};

async function storedUpgrade(item: Item): Promise<string> {
  const sn = newSn();
  await putRaw('upgrades', { ...item, sn: { S: sn } });
  return sn;
}

const KINDS = { sessions: session, devices: device, firmwares: firmware, upgrades: upgrade };

describe.each(Object.entries(KINDS))('Of a record in the table of %s', (_table, kind) => {
  const { whole, found, byType = false } = kind;

  test('all is read, whatever an attribute named __proto__ holds', async () => {
    const odd = {
      M: { role: { S: 'admin' }, state: { S: 'withdrawn' }, online: { BOOL: true }, upgradeId: { S: 'x' } },
    };
    expect(await kind.read({ ...whole, ['__proto__']: odd })).toEqual(found);
    expect(await kind.read({ ...whole, ['__proto__']: { S: 'x' }, constructor: { S: 'x' } })).toEqual(found);
  });

  test.each(Object.keys(whole))('an odd %s is not taken', async (name) => {
    const items = oddItems(whole, name, byType);
    const read = await Promise.all(items.map((item) => kind.read(item)));
    expect(items.filter((_item, index) => !isDeepStrictEqual(read[index], kind.without(name)))).toEqual([]);
  });
});

describe('A claim', () => {
  const live = wireOf(LIVE);
  const over = async (item: Item) => claimsOn(database).readAndClaim(await storedUpgrade(item));
  const allOdd = oddValues({ S: 'x' }).map((value) =>
    Object.fromEntries(Object.keys(live).map((name) => [name, value])),
  );

  test.each<[string, Item[]]>([
    ['a record with an odd state, which holds no device', oddItems(live, 'state', true)],
    ['a record with an odd lease, which holds no device', oddItems(live, 'leaseEndsAt', true)],
    ['a record in which all is odd', allOdd],
    ['an upgrade that has ended, however odd its id', oddItems({ ...live, state: { S: 'failed' } }, 'upgradeId', true)],
  ])('is written over %s', async (_what, items) => {
    expect(await Promise.all(items.map(over))).toEqual(items.map(() => ({ kind: 'written' })));
  });

  test('is refused by a live upgrade with an odd id, or with an attribute named __proto__', async () => {
    const outcomes = await Promise.all(oddItems(live, 'upgradeId', true).map(over));
    expect(outcomes).toEqual(outcomes.map(() => ({ kind: 'refused', by: { ...LIVE, upgradeId: undefined } })));
    expect(await over({ ...live, ['__proto__']: { S: 'x' } })).toEqual({ kind: 'refused', by: LIVE });
  });
});

describe('Whatever a device has as its stream servers, the six types are listed, as not configured', () => {
  const FIELDS = [
    ...['id', 'name', 'url', 'streamKey', 'userName', 'password', 'mode', 'address', 'port', 'passphrase', 'latencyMs'],
    ...['streamId', 'sourceName', 'discovery', 'discoveryAddress', 'multicast', 'multicastAddress', '__proto__'],
  ];
  const serversOf = (value: Wire): Wire => ({
    L: ['1', '2', '3', '4', '5', '6'].map((type) => ({
      M: { ...Object.fromEntries(FIELDS.map((name) => [name, value])), type: { N: type } },
    })),
  });
  const listed = async (streamServers: Wire) => {
    const sn = newSn();
    await putRaw('devices', { ...wireOf(PRODUCT), streamServers, sn: { S: sn } });
    const found = await streamServersIn(stage.tables.devices, database.documents).find(sn);
    return listStreamServers(found?.stored);
  };

  test.each<[string, Wire[]]>([
    ['of another type', oddValues(serversOf({ S: 'x' }))],
    ['with odd fields', oddValues({ S: '' }).map(serversOf)],
    ['in which all is odd', oddValues({ N: '-1' }).map((value) => ({ L: [value, value] }))],
  ])('%s', async (_what, all) => {
    const lists = await Promise.all(all.map(listed));
    expect(lists).toEqual(all.map(() => listStreamServers(undefined)));
  });
});
