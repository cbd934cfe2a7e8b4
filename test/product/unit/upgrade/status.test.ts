import { describe, expect, test } from '@jest/globals';
import type { RecordedUpgrade } from '../../../../functions/domain/upgrade.ts';
import { reportOf } from '../../../../functions/upgrade/status/report.ts';
import { captureOutput } from '../../../support/console.ts';
import { gatewayEvent } from '../../../support/events.ts';
import { live, NOW, NOW_SECONDS, servicesOf } from '../../../support/fakes.ts';
import { ask } from '../../../support/upgrade-call.ts';

captureOutput();

const running: RecordedUpgrade = {
  ...live,
  version: '2.4.0',
  progress: 40,
  reason: undefined,
  requestedBy: 'ann',
  requestedAt: '2026-11-27T11:59:00.000Z',
};

test('A device is told all that is known of its upgrade, but no token', () => {
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

describe('The state', () => {
  test.each(['requested', 'running', 'succeeded', 'failed', 'cancelled'])('%s is told as it is on record', (state) => {
    expect(reportOf({ ...running, state }, NOW_SECONDS).state).toBe(state);
  });

  test.each(['requested', 'running'])('%s is told as timed-out once the lease has run out', (state) => {
    expect(reportOf({ ...running, state, leaseEndsAt: NOW_SECONDS }, NOW_SECONDS).state).toBe('timed-out');
  });

  test.each(['succeeded', 'failed', 'cancelled'])('%s is final, whatever the lease', (state) => {
    expect(reportOf({ ...running, state, leaseEndsAt: 0 }, NOW_SECONDS).state).toBe(state);
  });

  test('that nobody knows is left out', () => {
    expect(reportOf({ ...running, state: 'paused' }, NOW_SECONDS).state).toBeUndefined();
  });
});

test('A text comes without control characters, and cut after 256 characters', () => {
  const reasonOf = (reason: string) => reportOf({ ...running, reason }, NOW_SECONDS).reason;
  expect(reasonOf('no\u0000 space\u001b[31m\n left\u0085')).toBe('no space[31m left');
  expect(reasonOf('🎥'.repeat(300))).toBe('🎥'.repeat(256));
  expect(reasonOf('\n')).toBeUndefined();
});

test.each([0, 100])('Progress of %d percent is told', (progress) => {
  expect(reportOf({ ...running, progress }, NOW_SECONDS).progress).toBe(progress);
});

test.each([-1, 101, 40.5, Number.NaN])('Progress of %d percent is none', (progress) => {
  expect(reportOf({ ...running, progress }, NOW_SECONDS).progress).toBeUndefined();
});

test('A lease in milliseconds is no time, and has run out', () => {
  const report = reportOf({ ...running, leaseEndsAt: NOW_SECONDS * 1000 }, NOW_SECONDS);
  expect([report.state, report['lease-ends-at']]).toEqual(['timed-out', undefined]);
});

test('The answer has an entry for each device: with nothing on record, and for what is no serial number, 16 alone', async () => {
  const event = gatewayEvent({
    routeKey: 'POST /sc_cloud/upgrade/status',
    body: '{"sn":["B","A","../A","B"],"dry-run":true}',
  });
  const { status, body } = await ask(event, servicesOf({ current: { A: live, '../A': live } }));
  expect([status, body]).toEqual([
    200,
    {
      result: 0,
      method: 'upgrade-status',
      details: [
        { sn: 'B', result: 16 },
        expect.objectContaining({ sn: 'A', result: 0, state: 'running' }),
        { sn: '../A', result: 16 },
      ],
    },
  ]);
});

test.each([
  ['status', expect.objectContaining({ result: 0, state: 'running' })],
  ['dry-run', { sn: 'SN1', result: 1 }],
  ['start', { sn: 'SN1', result: 1 }],
])(
  'A lease that runs out while %s reads it may have been renewed: it counts as it was when the request came',
  async (name, detail) => {
    let moment = NOW.getTime();
    const current = { SN1: { ...live, leaseEndsAt: NOW_SECONDS + 1 } };
    const services = { ...servicesOf({ current }), clock: () => new Date(moment) };
    const passing = <T>(read: T): T => {
      moment += 2_000;
      return read;
    };
    const stored = { ...services.upgrades };
    services.upgrades.findMany = (sns) => passing(stored.findMany(sns));
    services.upgrades.describeMany = (sns) => passing(stored.describeMany(sns));
    const body = '{"sn":["SN1"],"firmware-id":21}';
    const answer = await ask(gatewayEvent({ routeKey: `POST /sc_cloud/upgrade/${name}`, body }), services);
    expect(answer.body.details).toEqual([detail]);
  },
);
