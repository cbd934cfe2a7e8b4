import { expect, test } from '@jest/globals';
import { sessionsIn, sidHash } from '../../../functions/store/sessions.ts';
import { databaseOfSuite } from '../../support/database.ts';
import { newSns, put, stage } from '../../support/stage.ts';

const database = databaseOfSuite();
const find = (sid: string) => sessionsIn(stage.tables.sessions, database.client).find(sid);

const ann = { userName: 'ann', role: 'admin', expiresAt: 2_000_000_000 };

/** Records a session with differences and finds it. */
async function found(overrides: Record<string, unknown>) {
  const sid = `sid-${newSns(1).join()}`;
  await put('sessions', { sidHash: sidHash(sid), ...ann, ...overrides });
  return find(sid);
}

test('A session is found by its cloud-sid, and brings what a request needs to know', async () => {
  expect(await found({ note: 'of no interest' })).toEqual(ann);
});

test('A session that has expired is found too: the clock is not the business of the store', async () => {
  expect(await found({ expiresAt: 1 })).toEqual({ ...ann, expiresAt: 1 });
});

test('An unknown session is not found', async () => {
  expect(await find('sid-of-nobody')).toBeUndefined();
});

test('Sessions are stored under the hexadecimal SHA-256 of their cloud-sid', () => {
  expect(sidHash('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});

test.each(['Admin', 'operator'])('A record is no session with the role %j', async (role) => {
  expect(await found({ role })).toBeUndefined();
});

test('A session costs one read, which is strongly consistent and does not tell the cloud-sid', async () => {
  await find('abc');
  const Key = { sidHash: { S: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad' } };
  const input = { TableName: stage.tables.sessions, Key, ConsistentRead: true };
  expect(database.proxy.calls).toEqual([{ operation: 'GetItem', input }]);
});
