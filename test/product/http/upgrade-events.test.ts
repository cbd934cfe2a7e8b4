import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from '@jest/globals';
import { setUpgrade, eventLogOfSuite, upgradeRecord } from '../../support/event-log.ts';
import {
  ask,
  documents,
  newDevice,
  newSns,
  nowSeconds,
  post,
  put,
  results,
  stage,
  storedUpgrade,
  upgrade,
} from '../../support/stage.ts';

const log = eventLogOfSuite();

const newSn = () => newSns(1).join();

describe('UpgradeRequested', () => {
  test('is sent once for a started upgrade, with all that a device gateway needs', async () => {
    const sn = await newDevice();
    const body = JSON.stringify({ sn: [sn], 'firmware-id': 21 });
    expect(results(await post(body, { 'Idempotency-Key': '"spring:21/7f3a"' }))).toEqual([0]);
    const { upgradeId, version, location, sizeBytes, sha256, requestedAt } = (await storedUpgrade(sn)) ?? {};
    expect(await log.of(sn)).toEqual([
      {
        source: 'stream-fleet',
        detailType: 'UpgradeRequested',
        detail: {
          upgradeId,
          sn,
          firmwareId: '21',
          version,
          location,
          sizeBytes: String(sizeBytes),
          sha256,
          requestedBy: 'demo-admin',
          requestKey: 'spring:21/7f3a',
          requestedAt,
        },
      },
    ]);
  });

  test.each<[string, Record<string, unknown>]>([
    ['that succeeded', { state: 'succeeded', progress: 100 }],
    ['that failed', { state: 'failed', progress: 40, reason: 'no space left' }],
    ['that is requested, its lease run out', { leaseEndsAt: nowSeconds() - 1 }],
    ['that is running, its lease run out', { state: 'running', progress: 40, leaseEndsAt: nowSeconds() - 1 }],
    ['that nobody understands', { state: 'paused' }],
  ])('is sent once for a claim over an upgrade %s', async (_what, earlier) => {
    const sn = await newDevice();
    const record = upgradeRecord(sn, earlier);
    await put('upgrades', record);
    expect(results(await upgrade([sn], 22))).toEqual([0]);
    const { upgradeId } = (await storedUpgrade(sn)) ?? {};
    const events = (await log.of(sn)).filter(({ detail }) => detail['upgradeId'] !== record.upgradeId);
    expect(events).toEqual([
      expect.objectContaining({
        detailType: 'UpgradeRequested',
        detail: expect.objectContaining({ upgradeId, firmwareId: '22' }),
      }),
    ]);
  });
});

describe('UpgradeFinished', () => {
  test.each([
    ['succeeded', {}],
    ['failed', { reason: 'checksum "differs" \\ 名前' }],
    ['failed', {}],
  ])('is sent once when an upgrade has %s, without a reason (%j)', async (state, report) => {
    const sn = newSn();
    const record = upgradeRecord(sn);
    const { upgradeId, requestedAt } = record;
    await put('upgrades', record);
    await setUpgrade(sn, { state: 'running', progress: 50 });
    await setUpgrade(sn, { state, ...report });
    await setUpgrade(sn, { state, leaseEndsAt: nowSeconds() });
    expect((await log.of(sn)).slice(1)).toEqual([
      {
        source: 'stream-fleet',
        detailType: 'UpgradeFinished',
        detail: {
          upgradeId,
          sn,
          firmwareId: '21',
          version: '2.4.0',
          state,
          requestedBy: 'ann',
          requestKey: '-',
          requestedAt,
          cancelledBy: '-',
        },
      },
    ]);
  });

  test('is sent once when an upgrade is cancelled, and the next start sends its own request', async () => {
    const sn = await newDevice();
    await upgrade([sn]);
    for (const result of [0, 1]) expect(results(await ask('cancel-upgrade', [sn], 21))).toEqual([result]);
    const { upgradeId } = (await storedUpgrade(sn)) ?? {};
    expect(results(await upgrade([sn]))).toEqual([0]);
    const events = await log.of(sn);
    expect(events.map(({ detailType }) => detailType)).toEqual([
      'UpgradeRequested',
      'UpgradeFinished',
      'UpgradeRequested',
    ]);
    const users = { requestedBy: 'demo-admin', cancelledBy: 'demo-admin' };
    expect(events[1]?.detail).toMatchObject({ upgradeId, state: 'cancelled', ...users });
    expect(JSON.stringify(events)).not.toContain('cancelToken');
  });
});

const FAILED = { state: 'failed', reason: 'no space left' };
const REQUESTED = { state: 'requested' };

test.each<[string, object[], string[]]>([
  ['A failure before any progress ends it', [FAILED], ['UpgradeRequested', 'UpgradeFinished']],
  [
    'An end that is put right does not end it again',
    [FAILED, { state: 'succeeded' }],
    ['UpgradeRequested', 'UpgradeFinished'],
  ],
  [
    'What has been reported on and is put back by hand is not requested again',
    [{ state: 'running', progress: 10 }, REQUESTED, FAILED, REQUESTED],
    ['UpgradeRequested', 'UpgradeFinished'],
  ],
  [
    'An edit of a record that is still as it was claimed repeats its event',
    [{ leaseEndsAt: nowSeconds() + 60 }],
    ['UpgradeRequested', 'UpgradeRequested'],
  ],
])('%s', async (_what, edits, types) => {
  const sn = newSn();
  const record = upgradeRecord(sn);
  await put('upgrades', record);
  for (const edit of edits) await setUpgrade(sn, { ...edit });
  const events = await log.of(sn);
  expect(events.map(({ detailType, detail }) => [detailType, detail['upgradeId']])).toEqual(
    types.map((type) => [type, record.upgradeId]),
  );
});

test('Progress, renewed leases and records that expire send nothing', async () => {
  const sn = newSn();
  await put('upgrades', upgradeRecord(sn, { state: 'running' }));
  for (const progress of [10, 50, 90]) await setUpgrade(sn, { progress, leaseEndsAt: nowSeconds() + progress });
  await documents.send(new DeleteCommand({ TableName: stage.tables.upgrades, Key: { sn } }));
  expect(await log.of(sn)).toEqual([]);
});

test.each([
  ['that never had an upgrade', undefined],
  ['whose record has lost who asked for it', 'requestedBy'],
  ['whose record has lost its claim', 'claimToken'],
])('A report on a device %s sends nothing, whatever state it names', async (_what, lost) => {
  const sn = newSn();
  if (lost !== undefined) await put('upgrades', { ...upgradeRecord(sn, { state: 'running' }), [lost]: undefined });
  const { upgradeId } = upgradeRecord(sn);
  for (const state of ['requested', 'running', 'failed', 'requested', 'succeeded'])
    await setUpgrade(sn, { upgradeId, state });
  expect(await log.of(sn)).toEqual([]);
});
