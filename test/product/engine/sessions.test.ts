import { describe, expect, test } from '@jest/globals';
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

test('An attribute named __proto__ is read past', async () => {
  const Item = {
    ['__proto__']: { M: { role: { S: 'admin' } } },
    userName: { S: 'ann' },
    role: { S: 'user' },
    expiresAt: { N: '2000000000' },
  };
  database.next(1, 'GetItem', () => Promise.resolve({ status: 200, body: { Item } }));
  expect(await find('abc')).toEqual({ ...ann, role: 'user' });
});

test('Sessions are stored under the hexadecimal SHA-256 of their cloud-sid', () => {
  expect(sidHash('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});

test('A session may be one of an ordinary user', async () => {
  expect(await found({ role: 'user' })).toEqual({ ...ann, role: 'user' });
});

describe('A record is no session', () => {
  test.each(['Admin', 'operator', '', undefined, null, 7, true, ['admin'], { admin: true }])(
    'with the role %j',
    async (role) => {
      expect(await found({ role })).toBeUndefined();
    },
  );

  test.each<[string, Record<string, unknown>]>([
    ['without a user', { userName: undefined }],
    ['with an empty user', { userName: '' }],
    ['with a list of users', { userName: ['ann'] }],
    ['without an end', { expiresAt: undefined }],
    ['with a text as its end', { expiresAt: '2000000000' }],
    ['with an end of no whole seconds', { expiresAt: 2_000_000_000.5 }],
  ])('%s', async (_what, overrides) => {
    expect(await found(overrides)).toBeUndefined();
  });
});

test('A session costs one read, which is strongly consistent and does not tell the cloud-sid', async () => {
  await find('abc');
  const Key = { sidHash: { S: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad' } };
  const input = { TableName: stage.tables.sessions, Key, ConsistentRead: true };
  expect(database.proxy.calls).toEqual([{ operation: 'GetItem', input }]);
});
