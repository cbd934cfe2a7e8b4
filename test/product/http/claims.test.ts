import { describe, expect, test } from '@jest/globals';
import { start } from '../../support/reports.ts';
import { newDevice, nowSeconds, put, storedUpgrade } from '../../support/stage.ts';

const live = { firmwareId: 21, claimToken: 'of-another', upgradeId: 'earlier', state: 'running' };

async function deviceWith(record: Record<string, unknown>): Promise<string> {
  const sn = await newDevice();
  await put('upgrades', { sn, ...live, leaseEndsAt: nowSeconds() + 600, ...record });
  return sn;
}

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

test('A repeat, another firmware, and a start of an offline device change nothing on record', async () => {
  const sn = await deviceWith({});
  const before = await storedUpgrade(sn);
  expect([await start(sn), await start(sn, 22)]).toEqual([1, 11]);
  expect(await storedUpgrade(sn)).toEqual(before);
  const offline = await newDevice({ online: false });
  expect(await start(offline)).toBe(12);
  expect(await storedUpgrade(offline)).toBeUndefined();
});

describe('A device is free, and the next upgrade is recorded whole,', () => {
  test.each<[string, Record<string, unknown>]>([
    ['the last upgrade was cancelled', { state: 'cancelled', cancelledBy: 'bob', cancelledAt: '2026' }],
    ['the lease of a running upgrade has run out', { state: 'running', leaseEndsAt: nowSeconds() - 1 }],
    ['the record has no upgrade id', { state: 'failed', upgradeId: undefined }],
  ])('when %s', async (_what, record) => {
    const sn = await deviceWith({ ...record, progress: 40 });
    expect(await start(sn, 22)).toBe(0);
    const stored = await storedUpgrade(sn);
    expect(stored).toMatchObject({ firmwareId: 22, state: 'requested', cancelledBy: '-' });
    expect(stored?.['upgradeId']).not.toBe('earlier');
    for (const left of ['progress', 'cancelledAt']) expect(stored).not.toHaveProperty(left);
  });

  test('whatever version it runs already', async () => {
    expect(await start(await newDevice({ firmwareVersion: '2.4.0' }))).toBe(0);
  });
});
