import { describe, expect, test } from '@jest/globals';
import type { DeviceResult } from '../../../../functions/domain/api-status.ts';
import { routeKeyOf, type UpgradeOperation } from '../../../../functions/domain/operations.ts';
import type { CurrentUpgrade } from '../../../../functions/domain/upgrade.ts';
import { measure, START_METRICS } from '../../../../functions/upgrade/measure.ts';
import { captureOutput } from '../../../support/console.ts';
import { gatewayEvent } from '../../../support/events.ts';
import { device, live, NOW, NOW_SECONDS, requested, servicesOf } from '../../../support/fakes.ts';
import { ask } from '../../../support/upgrade-call.ts';

const { logged, metrics } = captureOutput();

const expired: CurrentUpgrade = { ...live, firmwareId: 20, leaseEndsAt: NOW_SECONDS - 1 };

/** Services over devices A to F: A is new, B over an expired upgrade, C over a finished one, D a repeat, E busy. */
function services() {
  let seconds = 0;
  return {
    ...servicesOf({
      devices: ['A', 'B', 'C', 'D', 'E'].map((sn) => device(sn)),
      current: { B: expired, C: { ...expired, state: 'failed' }, D: live, E: { ...live, firmwareId: 20 } },
    }),
    clock: () => new Date(NOW.getTime() + 1000 * seconds++),
  };
}

const request = (headers = {}) =>
  gatewayEvent({
    headers: { 'content-type': 'application/json', ...headers },
    body: '{"sn":["A","B","C","D","E","F"],"firmware-id":21}',
  });

describe('A request is measured', () => {
  test('in one line of the embedded metric format, with its devices by result and the time that it took', async () => {
    await ask(request(), services());
    const directive = expect.objectContaining({ Namespace: 'StreamFleet/test' });
    const results = { Started: 3, Repeated: 1, DeviceBusy: 1, DeviceUnknown: 1, LeasesExpired: 1, BatchSize: 6 };
    const _aws = expect.objectContaining({ CloudWatchMetrics: [directive] });
    const values = { operation: 'start-upgrade', ...results, ReadLatency: 1000, ClaimLatency: 1000 };
    expect(metrics).toEqual([{ _aws, ...values }]);
    expect(JSON.stringify(metrics)).toMatch(
      /"LeasesExpired","Unit":"Count".*"ReadLatency","Unit":"Milliseconds".*"ClaimLatency","Unit":"Milliseconds"/,
    );
  });

  test.each<[DeviceResult, string]>([
    ['SUCCESS', 'Started'],
    ['REPEAT', 'Repeated'],
    ['TRY_AGAIN', 'TryAgain'],
    ['DEVICE_BUSY', 'DeviceBusy'],
    ['DEVICE_LOST', 'DeviceLost'],
    ['NOT_EXIST', 'DeviceUnknown'],
    ['DEVICE_TYPE_ERROR', 'DeviceTypeError'],
    ['WRONG_STATE', 'WrongState'],
    ['CONSTRAINT_VIOLATION', 'KeyReused'],
  ])('with nothing that did not happen: two devices with the result %s are two %s', (result, name) => {
    const results = new Map(['A', 'B'].map((sn) => [sn, result]));
    measure('start-upgrade', 'Started', { results }, 'StreamFleet/test');
    expect(metrics).toEqual([{ _aws: expect.anything(), operation: 'start-upgrade', [name]: 2, BatchSize: 2 }]);
    expect(JSON.stringify(metrics).match(/"Count"/g)).toHaveLength(2);
  });

  test.each<[UpgradeOperation, string]>([
    ['cancel-upgrade', 'Cancelled'],
    ['upgrade-status', 'Found'],
    ['dry-run-upgrade', 'WouldStart'],
  ])('under its operation: a device for which %s succeeds is not Started but %s', async (operation, name) => {
    const current = operation === 'dry-run-upgrade' ? {} : { SN1: requested };
    await ask(gatewayEvent({ routeKey: routeKeyOf(operation) }), servicesOf({ current }));
    expect(metrics).toEqual([{ _aws: expect.anything(), operation, [name]: 1, BatchSize: 1 }]);
  });

  test('without LeasesExpired when no lease had run out', async () => {
    await ask(gatewayEvent());
    expect(metrics).toEqual([expect.not.objectContaining({ LeasesExpired: expect.anything() })]);
  });
});

test('The dashboard shows each result that a start may have', () => {
  const ofDevices = ['DeviceBusy', 'DeviceLost', 'DeviceUnknown', 'DeviceTypeError'];
  expect(START_METRICS).toEqual(['Started', 'Repeated', 'TryAgain', ...ofDevices, 'KeyReused']);
});

test('The log has an audit line for each device that was started, and names the upgrades that nobody had ended', async () => {
  await ask(request({ 'idempotency-key': 'k-1' }), services());
  const lines = (code: string) => (logged as { code: string }[]).filter((line) => line.code === code);
  const identity = { gatewayRequestId: 'request-1', sourceIp: '192.0.2.1' };
  const upgrade = { upgradeId: expect.any(String), firmwareId: 21, requestedBy: 'ann', requestKey: 'k-1' };
  const started = { code: 'UPGRADE_STARTED', text: expect.any(String), ...identity, ...upgrade };
  expect(lines('UPGRADE_STARTED')).toEqual(['A', 'B', 'C'].map((sn) => ({ ...started, sn })));
  expect(lines('LEASE_EXPIRED')).toEqual([expect.objectContaining({ sn: 'B', upgradeId: 'earlier' })]);
});
