/** What a caller can do besides starting: dry run, status, and cancel. */
import { describe, expect, test } from '@jest/globals';
import { gateway, progress, start, started, succeeded } from '../../support/reports.ts';
import { ask, newDevice, newDevices, newSns, put, results, storedUpgrade, upgrade } from '../../support/stage.ts';
import { stageBehindProxyOfSuite } from '../../support/stage-behind-proxy.ts';

const behind = stageBehindProxyOfSuite();

const statusOf = async (sn: string) => (await ask('upgrade-status', [sn])).body.details?.[0];
const cancel = async (sn: string, firmwareId = 21) => results(await ask('cancel-upgrade', [sn], firmwareId))[0];

describe('The status of an upgrade', () => {
  test('follows it from the request to its success', async () => {
    const { sn, upgradeId } = await started();
    const { requestedAt } = (await storedUpgrade(sn)) ?? {};
    const told = {
      sn,
      result: 0,
      'upgrade-id': upgradeId,
      'firmware-id': 21,
      version: '2.4.0',
      'requested-by': 'demo-admin',
      'requested-at': requestedAt,
      'lease-ends-at': expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}\.000Z$/),
    };
    expect(await statusOf(sn)).toEqual({ ...told, state: 'requested' });
    await progress({ sn, upgradeId }, 40);
    expect(await statusOf(sn)).toEqual({ ...told, state: 'running', progress: 40 });
    await gateway.reportEnd({ sn, upgradeId }, succeeded);
    expect(await statusOf(sn)).toEqual({ ...told, state: 'succeeded', progress: 100 });
  });

  test('of 1,000 devices with the longest texts fits into one answer', async () => {
    const [sn = ''] = newSns(1);
    const text = '"'.repeat(2_000);
    await put('upgrades', { sn, state: 'failed', reason: text, version: text, requestedBy: text, upgradeId: text });
    const bytes = JSON.stringify(await statusOf(sn)).length;
    expect(bytes * 1_000).toBeLessThan(6 * 1024 * 1024);
  });
});

describe('A cancellation', () => {
  test('is 0, then 1; the device is free at once, and can be started again', async () => {
    const { sn } = await started();
    expect([await cancel(sn), await cancel(sn)]).toEqual([0, 1]);
    expect(await statusOf(sn)).toMatchObject({ state: 'cancelled' });
    const { cancelledBy, cancelledAt, requestedAt } = (await storedUpgrade(sn)) ?? {};
    expect(cancelledBy).toBe('demo-admin');
    expect(Date.parse(String(cancelledAt))).toBeGreaterThanOrEqual(Date.parse(String(requestedAt)));
    expect(await start(sn)).toBe(0);
    expect(await statusOf(sn)).toMatchObject({ state: 'requested' });
  });
});

describe('A dry run', () => {
  test('writes nothing, and tells each device what the start that follows tells it', async () => {
    const [free = '', taken = ''] = await newDevices(2);
    await upgrade([taken], 22);
    const sns = [free, taken, await newDevice({ online: false }), 'no-such-device', '../x'];
    const dry = await ask('dry-run-upgrade', sns, 21, behind.url);
    expect(behind.proxy.calls.map(({ operation }) => operation).join()).not.toMatch(
      /Put|Update|Write|Statement|Delete/,
    );
    expect(behind.logs.join()).not.toContain('UPGRADE_STARTED');
    expect(await storedUpgrade(free)).toBeUndefined();
    const real = await upgrade(sns);
    expect(dry.body).toEqual({ ...real.body, method: 'dry-run-upgrade' });
    expect(results(real)).toEqual([0, 11, 12, 16, 16]);
  });
});
