/** Two of what records that other services wrote must never give away; test/product/engine has all that may be odd in them. */
import { expect, test } from '@jest/globals';
import { cookies, listOf, newDevice, newSns, nowSeconds, post, put } from '../../support/stage.ts';

test('A session is not found by the hash under which it is stored', async () => {
  const sid = `plain-${newSns(1).join('')}`;
  await put('sessions', { sidHash: sid, userName: 'ann', role: 'admin', expiresAt: nowSeconds() + 3600 });
  const body = JSON.stringify({ sn: [await newDevice()], 'firmware-id': 21 });
  expect((await post(body, { cookie: cookies({ sid, uid: 'ann' }) })).status).toBe(401);
});

test('A device keeps its keys, passwords and passphrases to itself', async () => {
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
