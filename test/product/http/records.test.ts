/** Records that other services wrote, odd ones included: none causes a 5xx, and none gives rights that it should not. */
import { describe, expect, test } from '@jest/globals';
import {
  cookies,
  listOf,
  newDevice,
  newDevices,
  newSession,
  newSns,
  nowSeconds,
  post,
  put,
  results,
  storedUpgrade,
  upgrade,
} from '../../support/stage.ts';

const statusWith = async (session: { sid: string; uid: string }) => {
  const body = JSON.stringify({ sn: [await newDevice()], 'firmware-id': 21 });
  return (await post(body, { cookie: cookies(session) })).status;
};

describe('A session', () => {
  test('that was written a moment ago counts', async () => {
    expect(await statusWith(await newSession())).toBe(200);
  });

  test('is not found by the hash under which it is stored', async () => {
    const sid = `plain-${newSns(1).join('')}`;
    await put('sessions', { sidHash: sid, userName: 'ann', role: 'admin', expiresAt: nowSeconds() + 3600 });
    expect(await statusWith({ sid, uid: 'ann' })).toBe(401);
  });

  test.each<[string, Record<string, unknown>]>([
    ['has expired but was not deleted yet', { expiresAt: nowSeconds() - 1 }],
    ['expires this second', { expiresAt: nowSeconds() }],
    ['was given milliseconds', { expiresAt: Date.now() + 3_600_000 }],
    ['has no expiry', { expiresAt: undefined }],
    ['has a text as expiry', { expiresAt: '9999999998' }],
    ['has an expiry of no whole seconds', { expiresAt: nowSeconds() + 3600.5 }],
    ['is of another user', { userName: 'bob' }],
    ['has no user', { userName: undefined }],
    ['has a list of users', { userName: ['ann'] }],
  ])('that %s does not count', async (_what, overrides) => {
    expect(await statusWith(await newSession(overrides))).toBe(401);
  });

  test.each([undefined, 'Admin', 'operator', ['admin'], true, { admin: true }])(
    'of the role %j does not count',
    async (role) => {
      expect(await statusWith(await newSession({ role }))).toBe(401);
    },
  );
});

describe('A device', () => {
  test.each<[string, Record<string, unknown>]>([
    ['without a family', { familyId: undefined }],
    ['with a text as model', { modelId: '2' }],
    ['with a number as hardware version', { hardwareVersion: 1 }],
    ['with a number beyond all bounds as family', { familyId: 1e100 }],
  ])('%s is not known to be one, and does not disturb its batch', async (_what, overrides) => {
    const [good = ''] = await newDevices(1);
    const odd = await newDevice(overrides);
    expect(results(await upgrade([odd, good]))).toEqual([16, 0]);
    expect(await storedUpgrade(odd)).toBeUndefined();
  });

  test.each([null, 'false', 0, 1])('is online unless it is said to be offline: %j', async (online) => {
    const sn = await newDevice({ online: online as unknown as boolean });
    expect(results(await upgrade([sn]))).toEqual([0]);
  });

  test.each([null, 'text', 7, {}, [null, 1, 'x', [], {}], [{ type: 4, id: 1e100, url: 7 }]])(
    'lists six stream servers whatever is stored about them: %j',
    async (streamServers) => {
      const sn = await newDevice();
      await put('devices', { sn, streamServers });
      const reply = await listOf(sn);
      expect([reply.status, reply.body.totalCount]).toEqual([200, 6]);
    },
  );

  test('keeps its keys, passwords and passphrases to itself', async () => {
    const sn = await newDevice();
    const secrets = {
      streamKey: 'SECRET-1',
      password: 'SECRET-2',
      passphrase: 'SECRET-3-long-enough',
      userName: 'SECRET-4',
    };
    await put('devices', { sn, streamServers: [1, 2, 3, 4, 5, 6].map((type) => ({ id: type, type, ...secrets })) });
    const reply = await listOf(sn);
    expect(JSON.stringify(reply.body)).not.toContain('SECRET');
  });
});

describe('A firmware', () => {
  const whole = {
    familyId: 3,
    modelId: 2,
    hardwareVersion: '1.0',
    version: '9.0',
    state: 'available',
    location: 's3://firmware/9.bin',
    sizeBytes: 10,
    sha256: 'a'.repeat(64),
  };
  let firmwareId = 5000;

  test('that is whole and available can be installed', async () => {
    await put('firmwares', { ...whole, firmwareId: (firmwareId += 1) });
    expect(results(await upgrade([await newDevice()], firmwareId))).toEqual([0]);
  });

  test.each<[string, Record<string, unknown>]>([
    ['without a location', { location: undefined }],
    ['with an empty location', { location: '' }],
    ['with a location of more than 2,048 characters', { location: 's'.repeat(2049) }],
    ['without a hash', { sha256: undefined }],
    ['with a hash that is none', { sha256: 'abc' }],
    ['with a size of 0', { sizeBytes: 0 }],
    ['with a size beyond all bounds', { sizeBytes: 1e100 }],
    ['without a product', { familyId: undefined }],
    ['with a state that nobody knows', { state: 'Available' }],
    ['without a state', { state: undefined }],
  ])('%s is not available', async (_what, overrides) => {
    await put('firmwares', { ...whole, ...overrides, firmwareId: (firmwareId += 1) });
    const reply = await upgrade([await newDevice()], firmwareId);
    expect([reply.status, reply.body.result]).toEqual([409, 38]);
  });
});
