/** What upgrade-history tells, by what events told and what is on record. */
import { describe, expect, test } from '@jest/globals';
import { StoreUnavailable } from '../../../../functions/domain/ports.ts';
import type { UpgradeServices } from '../../../../functions/upgrade/services.ts';
import { gatewayEvent } from '../../../support/events.ts';
import { live, NOW_SECONDS, servicesOf } from '../../../support/fakes.ts';
import { idsFrom, past } from '../../../support/history.ts';
import { ask, metrics } from '../../../support/upgrade-call.ts';

const history = (body: object, services?: UpgradeServices) =>
  ask(gatewayEvent({ routeKey: 'POST /sc_cloud/upgrade/history', body: JSON.stringify(body) }), services);

const [first = '', second = '', third = ''] = idsFrom(NOW_SECONDS * 1000, 3);
const told = {
  key: 'ours',
  'firmware-id': 21,
  version: '2.4.0',
  'requested-by': 'ann',
  'requested-at': '2026-11-27T12:00:00.000Z',
};
const entry = (id: string, more: object) => ({ sn: 'SN1', result: 0, 'upgrade-id': id, ...told, ...more });
const end = { state: 'failed', endedAt: '2026-11-27T12:30:00Z' };
const ended = past(first, end);
const failed = entry(first, { state: 'failed', 'ended-at': end.endedAt });
const answer = (...details: readonly object[]) => ({ result: 0, method: 'upgrade-history', details });

test('The upgrades of a device are told newest first, each with what is known of it', async () => {
  const cancelled = past(second, { state: 'cancelled', cancelledBy: 'eve', endedAt: '2026-11-27T12:31:00Z' });
  const { status, body } = await history({ sn: 'SN1' }, servicesOf({ past: [cancelled, ended] }));
  const newest = { state: 'cancelled', 'cancelled-by': 'eve', 'ended-at': '2026-11-27T12:31:00Z' };
  expect([status, body]).toEqual([200, answer(entry(second, newest), failed)]);
  expect(metrics).toMatchObject([{ operation: 'upgrade-history', Found: 1 }]);
});

describe('The upgrade on record', () => {
  const onRecord = { ...past(second), ...live, upgradeId: second, progress: 40, reason: 'secret of the status' };
  const running = entry(second, { state: 'running' });

  const succeeded = { ...onRecord, state: 'succeeded' };
  const expired = { ...onRecord, leaseEndsAt: NOW_SECONDS };
  const told = (id: string, state: string, more = {}) => entry(id, { state, ...more });
  const corrected = told(second, 'succeeded', { 'ended-at': end.endedAt });

  test.each([
    ['before events tell of it', onRecord, [ended], [running, failed]],
    ['once events tell of its start', onRecord, [past(second)], [running]],
    ['as ended, before events tell when', succeeded, [past(second)], [told(second, 'succeeded')]],
    ['as timed out once its lease has run out', expired, [], [told(second, 'timed-out')]],
    ['as it is now, where its end was put right', succeeded, [past(second, end)], [corrected]],
    ['without the end that it had, where it goes on', onRecord, [past(second, end)], [running]],
    ['below a newer one', onRecord, [past(third, { state: 'succeeded' })], [told(third, 'succeeded'), running]],
    ['not at all, where its id is none', { ...onRecord, upgradeId: 'by-hand' }, [], [{ sn: 'SN1', result: 16 }]],
  ])('is told %s', async (_when, record, events, details) => {
    const services = servicesOf({ current: { SN1: record }, past: events });
    expect((await history({ sn: 'SN1' }, services)).body).toEqual(answer(...details));
  });

  test('is told on the page to which its id belongs, and on no other', async () => {
    const services = servicesOf({ current: { SN1: onRecord }, past: [ended] });
    const idsOf = async (before: string) =>
      (await history({ sn: 'SN1', before }, services)).body.details.map(
        (each) => (each as Record<string, unknown>)['upgrade-id'],
      );
    expect([await idsOf(third), await idsOf(second)]).toEqual([[second, first], [first]]);
  });

  test('is read after what events told: an upgrade that started in between has not timed out', async () => {
    const services = servicesOf();
    let reads = 0;
    services.history.findSome = () => Promise.resolve((reads += 1) > 0 ? [past(second)] : []);
    services.upgrades.describeMany = () => Promise.resolve(new Map(reads > 0 ? [['SN1', onRecord]] : []));
    expect((await history({ sn: 'SN1' }, services)).body.details).toEqual([running]);
  });
});

test('An upgrade without an end that is not on record any more has timed out, until its end is told', async () => {
  const services = servicesOf({ past: [past(first)], current: { SN1: { ...live, upgradeId: second } } });
  expect((await history({ sn: 'SN1', before: second }, services)).body.details).toEqual([
    entry(first, { state: 'timed-out' }),
  ]);
});

test('Of more than 100 upgrades the newest are told, and by what to ask for the next', async () => {
  const ids = idsFrom(NOW_SECONDS * 1000, 101).reverse();
  const page = async (count: number) => {
    const { body } = await history({ sn: 'SN1' }, servicesOf({ past: ids.slice(0, count).map((id) => past(id)) }));
    return { ...body, details: body.details.length };
  };
  const full = { result: 0, method: 'upgrade-history', details: 100 };
  expect([await page(101), await page(100)]).toEqual([{ ...full, next: ids[99] }, full]);
});

test.each([
  ['nothing is known', { sn: 'SN1' }, {}],
  ['nobody can have the name', { sn: '../SN1' }, { past: [ended], current: { '../SN1': live } }],
])('There is one entry with 16 where %s', async (_what, body, world) => {
  expect((await history(body, servicesOf(world))).body).toEqual(answer({ sn: body.sn, result: 16 }));
});

test.each<object>([
  ...[[], {}, { sn: ['SN1'] }, { sn: 1 }, { sn: null }],
  ...['yesterday', '', null, [first], `${first}0`].map((before) => ({ sn: 'SN1', before })),
])('%j breaks the schema', async (body) => {
  const refusal = { result: 7, method: 'upgrade-history', details: [] };
  expect(await history(body)).toMatchObject({ status: 400, body: refusal });
});

test.each(['history', 'upgrades'] as const)(
  'While the table of %s does not answer, the device is told to try again',
  async (store) => {
    const broken = () => Promise.reject(new StoreUnavailable('reading'));
    const services = { ...servicesOf(), [store]: { findSome: broken, describeMany: broken } };
    const details = [{ sn: 'SN1', result: 4 }];
    expect(await history({ sn: 'SN1' }, services)).toMatchObject({ status: 503, body: { result: 4, details } });
  },
);
