/** The history of devices on the real engine: what the recorder writes of events, and what is read of it. */
import { describe, expect, test } from '@jest/globals';
import type { PastUpgrade } from '../../../functions/domain/upgrade.ts';
import { historyWriterIn } from '../../../functions/store/upgrade-history-writer.ts';
import { upgradeHistoryIn } from '../../../functions/store/upgrade-history.ts';
import { historyRecorder } from '../../../functions/upgrade-history/record.ts';
import { randomFor } from '../../../tools/random.ts';
import { busEvent } from '../../../tools/stage/bus/bus-event.ts';
import { databaseError } from '../../../tools/stage/database-proxy/outcome.ts';
import { databaseOfSuite } from '../../support/database.ts';
import { afterwards, instead } from '../../support/database-proxy.ts';
import { detailOf, idsFrom, past } from '../../support/history.ts';
import { newSns, stage } from '../../support/stage.ts';

const database = databaseOfSuite();
const table = stage.tables.upgradeHistory;

const record = (event: unknown) =>
  historyRecorder(() => ({ write: historyWriterIn(table, database.client), metricsNamespace: 'StreamFleet' }))(event);
const historyOf = (sn: string, most = 1_000, before?: string) =>
  upgradeHistoryIn(table, database.client).findSome(sn, most, before);

const [id = ''] = idsFrom(Date.parse('2026-11-27T12:00:00Z'), 1);
const told: Partial<PastUpgrade> = { requestedBy: 'CORP\\ann', requestKey: 'rollout:spring-21' };
const eventOf = (detailType: string, detail: object, time?: Date) =>
  busEvent({ source: 'stream-fleet', detailType, detail: { ...detail } }, time);
const requested = (sn: string, upgradeId = id) => eventOf('UpgradeRequested', detailOf(sn, upgradeId));
const finished = (sn: string, upgradeId = id, end: object = {}, time = '2026-11-27T12:30:00Z') => {
  const detail = { ...detailOf(sn, upgradeId), state: 'succeeded', cancelledBy: '-', ...end };
  return eventOf('UpgradeFinished', detail, new Date(time));
};

test('Events in any order, with copies, make the history of the claims and ends that they tell of', async () => {
  const random = randomFor(26);
  const sns = newSns(8);
  const log = sns.flatMap((sn) =>
    idsFrom(Date.now(), 25).map((upgradeId) => ({ sn, upgradeId, ends: random() < 0.9 })),
  );
  const events = log.flatMap(({ sn, upgradeId, ends }) => [
    requested(sn, upgradeId),
    ...(ends ? [finished(sn, upgradeId, { state: 'failed' })] : []),
  ]);
  const sent = [...events, ...events.filter(() => random() < 0.3)].map((event) => [random(), event] as const);
  expect(sent.length).toBeGreaterThan(400);
  const shuffled = sent.sort(([one], [other]) => one - other).map(([, event]) => event);
  for (let at = 0; at < shuffled.length; at += 20) await Promise.all(shuffled.slice(at, at + 20).map(record));
  for (const sn of sns) {
    const expected = log
      .filter((one) => one.sn === sn)
      .map(({ upgradeId, ends }) =>
        past(upgradeId, { ...told, ...(ends && { state: 'failed', endedAt: '2026-11-27T12:30:00Z' }) }),
      );
    expect(await historyOf(sn)).toEqual(expected.reverse());
  }
});

test('What devices report is counted, failed or not: no start, no cancellation, and nothing that is replayed', async () => {
  const [sn = ''] = newSns(1);
  const [succeeded, failed] = [{}, { state: 'failed' }].map((end) => finished(sn, id, end));
  const replayed = { ...failed, 'replay-name': 'last-year' };
  for (const event of [succeeded, failed, requested(sn), finished(sn, id, { state: 'cancelled' }), replayed])
    await record(event);
  const Metrics = ['Ended', 'Failed'].map((Name) => ({ Name, Unit: 'Count' }));
  const of = { _aws: { CloudWatchMetrics: [{ Metrics }] }, operation: 'reported-ends', Ended: 1 };
  expect(database.metrics).toMatchObject([
    { ...of, Failed: 0 },
    { ...of, Failed: 1 },
  ]);
});

test('The end that was told first stays, whole', async () => {
  const [sn = ''] = newSns(1);
  const cancelled = { state: 'cancelled', cancelledBy: 'eve' };
  await record(finished(sn, id, cancelled));
  await record(finished(sn, id, { state: 'failed' }, '2026-11-27T12:31:00Z'));
  const end = { state: 'cancelled', cancelledBy: 'eve', endedAt: '2026-11-27T12:30:00Z' };
  expect(await historyOf(sn)).toEqual([past(id, { ...told, ...end })]);
});

test('An upgrade is kept for 400 days after its request', async () => {
  const [sn = ''] = newSns(1);
  await record(eventOf('UpgradeRequested', { ...detailOf(sn, id), firmwareId: '121' }));
  expect(database.proxy.calls[0]?.input['ExpressionAttributeValues']).toMatchObject({
    ':firmwareId': { N: '121' },
    ':expiresAt': { N: String(Date.parse('2026-11-27T12:00:00Z') / 1000 + 400 * 86_400) },
  });
});

test('A page has the newest of those that are older than an upgrade, in one call', async () => {
  const [[sn = ''], ids] = [newSns(1), idsFrom(Date.now(), 5)];
  for (const upgradeId of ids) await record(requested(sn, upgradeId));
  database.proxy.calls.length = 0;
  const page = await historyOf(sn, 2, ids[3]);
  expect(page.map(({ upgradeId }) => upgradeId)).toEqual([ids[2], ids[1]]);
  expect(database.proxy.calls).toHaveLength(1);
  database.next(1, 'Query', instead(databaseError('AccessDeniedException')));
  await expect(historyOf(sn)).rejects.toThrow('reading a history');
});

describe('An event that is not recorded', () => {
  test.each([
    ['because the table refuses it', instead(databaseError('AccessDeniedException'))],
    ['or whose reply is lost', afterwards('drop')],
  ])('%s fails the invocation, and is recorded by the next', async (_why, fault) => {
    const [sn = ''] = newSns(1);
    database.next(Infinity, 'UpdateItem', fault);
    await expect(record(finished(sn))).rejects.toThrow('writing a history did not succeed');
    expect(database.logged).toEqual([
      expect.objectContaining({ code: 'EVENT_NOT_RECORDED', sn, upgradeId: id, eventId: expect.any(String) }),
    ]);
    database.next(0, '', fault);
    await record(finished(sn));
    expect(await historyOf(sn)).toEqual([past(id, { ...told, state: 'succeeded', endedAt: '2026-11-27T12:30:00Z' })]);
  });

  const end = finished('SN1');
  test.each<[string, string, unknown]>([
    ['another source', 'source', { ...end, source: 'aws.dynamodb' }],
    ['another type', 'detail-type', { ...end, 'detail-type': 'RolloutChanged' }],
    ['no time', 'time', { ...end, time: undefined }],
    ['a time that is none', 'time', { ...end, time: '2026-13-27T12:30:00Z' }],
    ['no detail', 'detail', { ...end, detail: null }],
    ['a text that is no serial number', 'detail.sn', finished('../SN1')],
    ['an id that is none', 'detail.upgradeId', finished('SN1', 'by-hand')],
    ['a firmware with a blank before it', 'detail.firmwareId', finished('SN1', id, { firmwareId: ' 21' })],
    ['a firmware with a blank behind it', 'detail.firmwareId', finished('SN1', id, { firmwareId: '21 ' })],
    ['a key that begins as none does', 'detail.requestKey', finished('SN1', id, { requestKey: '!k-1' })],
    ['a key that ends as none does', 'detail.requestKey', finished('SN1', id, { requestKey: 'k-1!' })],
    ['no firmware', 'detail.firmwareId', finished('SN1', id, { firmwareId: '' })],
    ['a firmware beyond all numbers', 'detail.firmwareId', finished('SN1', id, { firmwareId: '9'.repeat(20) })],
    ['no version', 'detail.version', finished('SN1', id, { version: '' })],
    ['a version beyond all bounds', 'detail.version', finished('SN1', id, { version: '1'.repeat(2_049) })],
    ['a key that is none', 'detail.requestKey', finished('SN1', id, { requestKey: '' })],
    ['a time of the request that is none', 'detail.requestedAt', finished('SN1', id, { requestedAt: 'today' })],
    ['an end that is none', 'detail.state', finished('SN1', id, { state: 'running' })],
    ['nobody who cancelled', 'detail.cancelledBy', finished('SN1', id, { cancelledBy: 7 })],
    ['nothing', '', undefined],
  ])(
    'since it has %s fails the invocation, so that it becomes a dead letter: a line says why',
    async (_what, fault, event) => {
      const eventId = event === undefined ? '' : expect.stringMatching(/^.{36}$/);
      await expect(record(event)).rejects.toThrow('not the event of an upgrade');
      expect(database.logged).toEqual([
        expect.objectContaining({ code: 'EVENT_INVALID', fault, eventId, error: expect.anything() }),
      ]);
      expect(database.proxy.calls).toEqual([]);
    },
  );
});
