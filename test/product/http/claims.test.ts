import { expect, test } from '@jest/globals';
import { start } from '../../support/reports.ts';
import { newDevice, newDevices, newSns, nowSeconds, results, storedUpgrade, upgrade } from '../../support/stage.ts';

test('A started upgrade is on record, with all that the device and its gateway need', async () => {
  const sn = await newDevice();
  const before = nowSeconds();
  expect(await start(sn)).toBe(0);
  const record = await storedUpgrade(sn);
  expect(record).toEqual({
    sn,
    upgradeId: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
    firmwareId: 21,
    version: '2.4.0',
    location: expect.stringContaining('s3://'),
    sizeBytes: expect.any(Number),
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    claimToken: expect.stringMatching(/^[0-9a-f-]{36}$/),
    requestedBy: 'demo-admin',
    cancelledBy: '-',
    requestedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    state: 'requested',
    leaseEndsAt: expect.any(Number),
    expiresAt: expect.any(Number),
  });
  const leaseSeconds = Number(record?.['leaseEndsAt']) - before;
  expect(leaseSeconds).toBeGreaterThanOrEqual(3600);
  expect(leaseSeconds).toBeLessThan(3630);
  expect(Number(record?.['expiresAt']) - before).toBeGreaterThanOrEqual(90 * 86_400);
  expect(String(record?.['expiresAt'])).toMatch(/^\d{10}$/);
});

test('A batch of 1,000 devices is started, answered in order, and repeated', async () => {
  const sns = await newDevices(1000);
  const shuffled = sns.toReversed();
  const reply = await upgrade(shuffled);
  expect(reply.status).toBe(200);
  expect(reply.body.details).toEqual(shuffled.map((sn) => ({ sn, result: 0 })));
  expect(new Set(results(await upgrade(sns)))).toEqual(new Set([1]));
});

test('A batch of the longest serial numbers fits the body limit', async () => {
  const sns = newSns(1000).map((sn) => sn.padEnd(64, 'x'));
  const reply = await upgrade(sns);
  expect([reply.status, reply.body.details?.length]).toEqual([200, 1000]);
});
