import { describe, expect, test } from '@jest/globals';
import { DEMO } from '../../../tools/stage/demo-data/demo.ts';
import { encoder } from '../../../tools/stage/demo-data/items.ts';
import { start } from '../../support/reports.ts';
import { newDevice, newSns, nowSeconds, put, results, storedUpgrade, upgrade } from '../../support/stage.ts';

const WEEK = 7 * 24 * 60 * 60;
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

describe('A device is held', () => {
  test.each(['requested', 'running'])('by an upgrade that is %s: the same firmware is a repeat', async (state) => {
    expect(await start(await deviceWith({ state }))).toBe(1);
  });

  test.each(['requested', 'running'])('by an upgrade that is %s: another firmware finds it busy', async (state) => {
    expect(await start(await deviceWith({ state }), 22)).toBe(11);
  });

  test('and neither a repeat nor another firmware changes the record', async () => {
    const sn = await deviceWith({});
    const before = await storedUpgrade(sn);
    await start(sn);
    await start(sn, 22);
    expect(await storedUpgrade(sn)).toEqual(before);
  });

  test('by an upgrade whose lease ends within seven days', async () => {
    expect(await start(await deviceWith({ leaseEndsAt: nowSeconds() + WEEK - 60 }))).toBe(1);
  });

  test('by an upgrade to a firmware that the record does not name: it is busy', async () => {
    expect(await start(await deviceWith({ firmwareId: undefined }))).toBe(11);
  });
});

describe('A device is free, and the next upgrade is recorded whole', () => {
  test.each<[string, Record<string, unknown>]>([
    ['when the last upgrade succeeded', { state: 'succeeded' }],
    ['when the last upgrade failed', { state: 'failed' }],
    ['when the lease of a requested upgrade has run out', { state: 'requested', leaseEndsAt: nowSeconds() - 1 }],
    ['when the lease of a running upgrade has run out', { state: 'running', leaseEndsAt: nowSeconds() - 1 }],
    ['in the very second in which the lease ends', { leaseEndsAt: nowSeconds() }],
    ['when the lease ends in more than seven days', { leaseEndsAt: nowSeconds() + WEEK + 600 }],
    ['when the record has no upgrade id', { state: 'failed', upgradeId: undefined }],
    ['when the upgrade id is not even a text', { state: 'failed', upgradeId: { id: 7 } }],
    ['when the record has attributes that nobody knows', { state: 'failed', note: { of: ['somebody'] } }],
    ['when the last upgrade was cancelled', { state: 'cancelled', cancelledBy: 'bob', cancelledAt: '2026' }],
    ['when the lease was written in milliseconds', { leaseEndsAt: Date.now() + 600_000 }],
    ['when the record has no lease', { leaseEndsAt: undefined }],
    ['when the lease is a text', { leaseEndsAt: '9999999998' }],
    ['when the record has no state', { state: undefined }],
    ['when the state is one that nobody knows', { state: 'paused' }],
    ['when the state is not even a text', { state: 7 }],
    ['when the record holds nothing but its key', { state: undefined, leaseEndsAt: undefined, claimToken: undefined }],
  ])('%s', async (_what, record) => {
    const sn = await deviceWith({ ...record, progress: 40 });
    expect(await start(sn, 22)).toBe(0);
    const stored = await storedUpgrade(sn);
    expect(stored).toMatchObject({ firmwareId: 22, state: 'requested' });
    expect(stored?.['upgradeId']).not.toBe('earlier');
    expect(stored).toHaveProperty('cancelledBy', '-');
    for (const left of ['progress', 'cancelledAt']) expect(stored).not.toHaveProperty(left);
  });

  test('to install the same firmware again', async () => {
    expect(await start(await deviceWith({ state: 'succeeded' }))).toBe(0);
  });

  test('whatever version it runs already', async () => {
    expect(await start(await newDevice({ firmwareVersion: '2.4.0' }))).toBe(0);
  });
});

describe('An offline device', () => {
  const offline = async (record: Record<string, unknown> | undefined) => {
    const sn = await newDevice({ online: false });
    if (record) await put('upgrades', { sn, ...live, leaseEndsAt: nowSeconds() + 600, ...record });
    return sn;
  };

  test('is lost, and nothing is recorded', async () => {
    const sn = await offline(undefined);
    expect(await start(sn)).toBe(12);
    expect(await storedUpgrade(sn)).toBeUndefined();
  });

  test('that reboots in its upgrade is a repeat, or busy', async () => {
    const sn = await offline({});
    expect([await start(sn), await start(sn, 22)]).toEqual([1, 11]);
  });

  test.each([{ state: 'failed' }, { leaseEndsAt: nowSeconds() - 1 }, { leaseEndsAt: Date.now() + 600_000 }])(
    'is lost when its last upgrade does not hold it: %j',
    async (record) => {
      expect(await start(await offline(record))).toBe(12);
    },
  );
});

describe('An exact repeat is told 1, and another firmware 11, when', () => {
  const started = async () => {
    const sn = await newDevice();
    expect(await start(sn)).toBe(0);
    return sn;
  };

  test('the product of the device has been corrected since', async () => {
    const sn = await started();
    await put('devices', { sn, ...encoder, modelId: 99, firmwareVersion: '2.3.0' });
    expect([await start(sn), await start(sn, 22)]).toEqual([1, 11]);
    expect(results(await upgrade([sn, 'T-unknown', await newDevice({ online: false })]))).toEqual([1, 16, 12]);
    expect(results(await upgrade([sn, await newDevice()]))).toEqual([41, 41]);
  });

  test('the device is in no registry', async () => {
    const [sn = ''] = newSns(1);
    await put('upgrades', { sn, ...live, leaseEndsAt: nowSeconds() + 600 });
    expect([await start(sn), await start(sn, 22)]).toEqual([1, 11]);
  });

  test.each([DEMO.withdrawnFirmwareId, 987_654])('its firmware (%i) is not to be had any more', async (firmwareId) => {
    const sn = await deviceWith({ firmwareId });
    expect(await start(sn, firmwareId)).toBe(1);
    expect(new Set(results(await upgrade([sn, await newDevice()], firmwareId)))).not.toContain(1);
  });
});
