/** Which changes of a record send which events. */
import { describe, expect, test } from '@jest/globals';
import { marshall } from '@aws-sdk/util-dynamodb';
import { pipesOf } from '../../../tools/stage/pipes/pipes.ts';
import { eventsOf, setUpgrade, template, upgradeRecord } from '../../support/event-log.ts';
import {
  ask,
  cookies,
  newDevice,
  newSession,
  post,
  results,
  stage,
  storedUpgrade,
  upgrade,
} from '../../support/stage.ts';
import { pathOf } from '../../../functions/domain/operations.ts';

test('UpgradeFinished is sent once when an upgrade is cancelled, and the next start sends its own request', async () => {
  const sn = await newDevice();
  await upgrade([sn]);
  for (const result of [0, 1]) expect(results(await ask('cancel-upgrade', [sn], 21))).toEqual([result]);
  const { upgradeId, version, requestedAt } = (await storedUpgrade(sn)) ?? {};
  expect(results(await upgrade([sn], 22))).toEqual([0]);
  const [, finished, ...next] = await eventsOf(sn);
  expect(finished).toEqual({
    source: 'stream-fleet',
    detailType: 'UpgradeFinished',
    detail: {
      upgradeId,
      sn,
      firmwareId: '21',
      version,
      state: 'cancelled',
      requestedBy: 'demo-admin',
      requestKey: '-',
      requestedAt,
      cancelledBy: 'demo-admin',
    },
  });
  expect(next).toMatchObject([{ detailType: 'UpgradeRequested', detail: { firmwareId: '22' } }]);
});

/** The detail types that the pipes send when one record follows another; undefined stands for no record. */
function sentFor(before: object | undefined, after: object | undefined): string[] {
  const [OldImage, NewImage] = [before, after].map((item) => item && marshall(item, { removeUndefinedValues: true }));
  const record = { dynamodb: { OldImage, NewImage } };
  return pipesOf(template).flatMap((pipe) => pipe.eventOf(record)?.detailType ?? []);
}

const of = (state: string, more: object = {}) => upgradeRecord('SN1', { state, ...more });
const [requested, running, failed] = [
  of('requested'),
  of('running', { progress: 40 }),
  of('failed', { reason: 'full' }),
];
const REQUESTED = ['UpgradeRequested'];
const FINISHED = ['UpgradeFinished'];

test.each<[string, sent: string[], before: object | undefined, after: object | undefined]>([
  ['A claim over nothing', REQUESTED, undefined, requested],
  ['A claim over an upgrade that succeeded', REQUESTED, of('succeeded', { progress: 100 }), requested],
  ['A claim over one that failed', REQUESTED, failed, requested],
  ['A claim over one that is requested, its lease run out', REQUESTED, of('requested', { leaseEndsAt: 1 }), requested],
  ['A claim over one that is running, its lease run out', REQUESTED, { ...running, leaseEndsAt: 1 }, requested],
  ['A claim over one that nobody understands', REQUESTED, of('paused'), requested],
  ['An edit of a record that is as it was claimed', REQUESTED, requested, { ...requested, leaseEndsAt: 9 }],
  ['A success', FINISHED, running, of('succeeded', { progress: 100 })],
  ['A failure', FINISHED, running, failed],
  ['A failure before any progress', FINISHED, requested, failed],
  ['An end that is reported again', [], failed, { ...failed, leaseEndsAt: 9 }],
  ['An end that is put right', [], failed, of('succeeded')],
  ['A running upgrade that is put back by hand', [], running, { ...running, state: 'requested' }],
  ['A failed one that is put back by hand', [], failed, { ...failed, state: 'requested' }],
  ['The first progress', [], requested, running],
  ['Progress with a renewed lease', [], running, { ...running, progress: 50, leaseEndsAt: 9 }],
  ['A record that expires', [], running, undefined],
  ...['requested', 'running', 'failed'].flatMap((state): [string, string[], object | undefined, object][] => [
    [`A report (${state}) on a device that never had an upgrade`, [], undefined, { sn: 'SN1', upgradeId: 'x', state }],
    [`A report (${state}) on a record without who asked for it`, [], running, of(state, { requestedBy: undefined })],
    [`A report (${state}) on a record without its claim`, [], running, of(state, { claimToken: undefined })],
  ]),
])('%s sends %j', (_what, sent, before, after) => {
  expect(sentFor(before, after)).toEqual(sent);
});

// AWS does not say which: the event log checks that nothing needs it.
describe('A pipe may escape what it puts into an event, or not: it is the same JSON', () => {
  const HOSTILE = [
    `quotes "and" 'more'`,
    String.raw`CORP\ann, \" and \u0041`,
    'line\nbreak\t\r\u0000\u0085\u2028',
    'Ünïcödé 名前 🎥 100 % %22',
    '<$.dynamodb.NewImage.claimToken.S>',
    '","claimToken":"',
    '-',
  ];

  test.each(HOSTILE)('for a user who is called %j, as upgrade-status tells, and for such a reason', async (text) => {
    const sn = await newDevice();
    const { sid } = await newSession({ userName: text });
    const cookie = cookies({ sid, uid: encodeURIComponent(text) });
    const body = JSON.stringify({ sn: [sn], 'firmware-id': 21 });
    expect(results(await post(body, { cookie }))).toEqual([0]);
    const shown = text.replaceAll(/\p{Cc}/gu, '');
    expect((await ask('upgrade-status', [sn])).body).toMatchObject({ details: [{ 'requested-by': shown }] });
    expect(results(await post(body, { cookie }, stage.url, pathOf('cancel-upgrade')))).toEqual([0]);
    expect(results(await post(body, { cookie }))).toEqual([0]);
    await setUpgrade(sn, { state: 'failed', reason: text });
    const events = await eventsOf(sn);
    const told = events.flatMap(({ detail }) => [detail['requestedBy'], detail['cancelledBy'] ?? 'nobody']);
    const names = told.map((name) => decodeURIComponent(String(name)));
    expect(names).toEqual([text, 'nobody', text, text, text, 'nobody', text, '-']);
  });
});
