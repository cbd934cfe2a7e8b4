import { expect, test } from '@jest/globals';
import type { RecordedUpgrade } from '../../../../functions/domain/upgrade.ts';
import { reportOf } from '../../../../functions/upgrade/status/report.ts';
import { gatewayEvent } from '../../../support/events.ts';
import { live, NOW, NOW_SECONDS, servicesOf } from '../../../support/fakes.ts';
import { ask } from '../../../support/upgrade-call.ts';

const running: RecordedUpgrade = {
  ...live,
  version: '2.4.0',
  progress: 40,
  reason: undefined,
  requestedBy: 'ann',
  requestedAt: '2026-11-27T11:59:00.000Z',
};

test('A report has all that is known of an upgrade, but no token', () => {
  expect(reportOf({ ...running, cancelToken: 'secret' }, NOW_SECONDS)).toEqual({
    'upgrade-id': 'earlier',
    'firmware-id': 21,
    version: '2.4.0',
    state: 'running',
    progress: 40,
    'requested-by': 'ann',
    'requested-at': '2026-11-27T11:59:00.000Z',
    'lease-ends-at': '2026-11-27T12:01:00.000Z',
  });
});

test.each([
  [undefined, {}],
  ['spring/7f3a', { key: 'spring/7f3a' }],
  ['rollout:spring-21', { 'rollout-id': 'spring-21' }],
])('Of an upgrade started under the key %j, the report tells %j', (requestKey, told) => {
  const { key, 'rollout-id': rolloutId } = reportOf({ ...running, requestKey }, NOW_SECONDS);
  expect({ key, 'rollout-id': rolloutId }).toEqual(told);
});

test.each([
  ['requested', 'requested', 'timed-out'],
  ['running', 'running', 'timed-out'],
  ['succeeded', 'succeeded', 'succeeded'],
  ['failed', 'failed', 'failed'],
  ['cancelled', 'cancelled', 'cancelled'],
  ['paused', undefined, undefined],
])('The state %s is reported as %s while its lease runs, and as %s once that has run out', (state, before, after) => {
  expect(reportOf({ ...running, state }, NOW_SECONDS).state).toBe(before);
  expect(reportOf({ ...running, state, leaseEndsAt: NOW_SECONDS }, NOW_SECONDS).state).toBe(after);
});

test('A text is reported without control characters, and cut after 256 characters', () => {
  const reasonOf = (reason: string) => reportOf({ ...running, reason }, NOW_SECONDS).reason;
  expect(reasonOf('no\u0000 space\u001b[31m\n left\u0085')).toBe('no space[31m left');
  expect(reasonOf('🎥'.repeat(300))).toBe('🎥'.repeat(256));
  expect(reasonOf('\n')).toBeUndefined();
});

test('The longest reports of 1,000 devices fit into one answer, of 6 MB', () => {
  const text = '"'.repeat(2_000);
  const texts = {
    version: text,
    reason: text,
    requestedBy: text,
    requestedAt: text,
    upgradeId: text,
    requestKey: text,
  };
  const report = reportOf({ ...running, ...texts }, NOW_SECONDS);
  expect(1_000 * JSON.stringify({ sn: 'x'.repeat(64), result: 0, ...report }).length).toBeLessThan(6 * 1024 * 1024);
});

test('Progress is reported if it is a whole number from 0 to 100', () => {
  const reported = [0, 100, -1, 101, 40.5, NaN].map((progress) => reportOf({ ...running, progress }, 0).progress);
  expect(reported).toEqual([0, 100, undefined, undefined, undefined, undefined]);
});

test('A lease in milliseconds is no time, and has run out', () => {
  const report = reportOf({ ...running, leaseEndsAt: NOW_SECONDS * 1000 }, NOW_SECONDS);
  expect([report.state, report['lease-ends-at']]).toEqual(['timed-out', undefined]);
});

test('The answer has an entry for each device: 16 alone for an unknown one, and for a text that is no serial number', async () => {
  const event = gatewayEvent({
    routeKey: 'POST /sc_cloud/upgrade/status',
    body: '{"sn":["B","A","../A","B"],"dry-run":true}',
  });
  const { status, body } = await ask(event, servicesOf({ current: { A: live, '../A': live } }));
  const known = expect.objectContaining({ sn: 'A', result: 0, state: 'running' });
  const details = [{ sn: 'B', result: 16 }, known, { sn: '../A', result: 16 }];
  expect([status, body]).toEqual([200, { result: 0, method: 'upgrade-status', details }]);
});

test.each([
  ['status', expect.objectContaining({ result: 0, state: 'running' }), 21],
  ['dry-run', { sn: 'SN1', result: 1 }, 21],
  ['start', { sn: 'SN1', result: 1 }, 21],
  ['cancel', { sn: 'SN1', result: 11 }, 22],
])(
  'A lease that runs out while %s reads it may have been renewed: it counts as it was when the request came',
  async (name, detail, firmwareId) => {
    let milliseconds = NOW.getTime();
    const current = { SN1: { ...live, firmwareId, leaseEndsAt: NOW_SECONDS + 1 } };
    const services = { ...servicesOf({ current }), clock: () => new Date(milliseconds) };
    const passing = <T>(read: T): T => {
      milliseconds += 2_000;
      return read;
    };
    const stored = { ...services.upgrades };
    services.upgrades.findMany = (sns) => passing(stored.findMany(sns));
    services.upgrades.describeMany = (sns) => passing(stored.describeMany(sns));
    const event = gatewayEvent({ routeKey: `POST /sc_cloud/upgrade/${name}` });
    expect((await ask(event, services)).body.details).toEqual([detail]);
  },
);
