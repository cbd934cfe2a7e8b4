/** What a run does, and what it records of the roll-outs that it has seen: the alarms go by it. */
import { expect, jest, test } from '@jest/globals';
import type { Letter } from '../../../../functions/domain/members.ts';
import { StoreUnavailable, type Rollouts } from '../../../../functions/domain/ports.ts';
import { measureRun } from '../../../../functions/rollout/advance/measure.ts';
import { chunked } from '../../../../functions/rollout/make.ts';
import { claimOver } from '../../../../functions/store/claim-over.ts';
import { captureOutput } from '../../../support/console.ts';
import { device, firmware21, UNTOLD } from '../../../support/fakes.ts';
import { rolloutOf } from '../../../support/rollouts/rollout-of.ts';
import { tablesInMemory, type Ports } from '../../../support/rollouts/tables.ts';
import { ofTwoDevices, run } from '../../../support/rollouts/two-devices.ts';

const { logged, metrics } = captureOutput();
const now = new Date('2026-11-27T12:00:00Z');
const [lately, aWeekAgo] = ['2026-11-20T12:00:01.000Z', '2026-11-20T12:00:00.000Z'];
const ended = { cursor: 100, wave: 2, state: 'completed' } as const;

test.each<[string, number, Parameters<typeof rolloutOf>[0] | 'odd']>([
  ['is running', 0, {}],
  ['has stopped for its failures', 1, { state: 'paused', reason: 'failures', changedAt: lately }],
  ['has stopped for want of a success', 1, { state: 'paused', reason: 'no-success', changedAt: lately }],
  ['has lost its firmware', 1, { state: 'paused', reason: 'firmware', changedAt: lately }],
  ['makes no sense', 1, 'odd'],
  ['was paused by a person', 0, { state: 'paused', reason: 'operator', changedAt: lately }],
  ['has been at its gate for a week', 1, { state: 'paused', reason: 'gate', changedAt: aWeekAgo }],
  ['is at its gate for less', 0, { state: 'paused', reason: 'gate', changedAt: lately }],
  ['is complete with as many failures as stop it', 1, { ...ended, counts: { succeeded: 95, failed: 3, lost: 2 } }],
  ['is complete with fewer', 0, { ...ended, counts: { succeeded: 96, 'timed-out': 4 } }],
  ['is complete with nothing to do', 0, { ...ended, counts: { skipped: 100 } }],
  ['was cancelled', 0, { state: 'cancelled', counts: { queued: 50, failed: 50 } }],
])('One that %s asks for a person %i times', (_what, Stopped, overrides) => {
  const seen = [overrides === 'odd' ? overrides : rolloutOf(overrides)];
  measureRun('Fleet', { seen, started: 7, leasesExpired: 0 }, now);
  const recorded = { operation: 'advance-rollouts', Active: 1, Stopped, Started: 7, RunsWell: 1 };
  expect(metrics).toEqual([expect.objectContaining(recorded)]);
});

test('A run that could not look at one of them has not ended well', () => {
  measureRun('Fleet', { seen: [rolloutOf({}), 'unread'], started: 0, leasesExpired: 0 }, now);
  expect(metrics).toEqual([expect.objectContaining({ Active: 2, Stopped: 0, RunsWell: 0 })]);
});

test('A start over an upgrade whose lease had run out is counted where the alarm looks, and logged', async () => {
  const tables = await ofTwoDevices();
  const { file } = firmware21;
  const ran = claimOver(undefined, { sn: 'SN1', firmwareId: 20, file, claimToken: 'c', requestedBy: 'bob' }, now, 60);
  await tables.claim(ran);
  const later = new Date(now.getTime() + 61_000);
  measureRun('Fleet', await run(tables.ports, {}, () => later), later);
  expect(metrics).toMatchObject([{ Started: 2 }, { operation: 'start-upgrade', LeasesExpired: 1 }]);
  expect(JSON.stringify(metrics).match(/"Unit":"Count"/g)).toHaveLength(5);
  const line = { code: 'LEASE_EXPIRED', sn: 'SN1', upgradeId: ran.upgrade.upgradeId };
  expect(logged).toContainEqual(expect.objectContaining(line));
});

test('Those that wait and those that are queued take turns, so that neither keep a run from the others', async () => {
  const { ports, putDevice, putFirmware } = tablesInMemory();
  await putFirmware(21, firmware21);
  const chunks = chunked(Array.from({ length: 450 }, (_, index) => `SN${String(index)}`));
  for (const sn of chunks.flatMap(({ sns }) => sns)) await putDevice(device(sn));
  const waiting = chunks.slice(0, 2).map((chunk) => ({ ...chunk, letters: chunk.letters.map((): Letter => 'o') }));
  const stands = { total: 450, waves: [{ devices: 450 }], cursor: 180, openChunks: [0, 1], own: { waiting: 180 } };
  const head = rolloutOf({ ...stands, counts: { waiting: 180, queued: 270 } });
  await ports.rollouts.create(head, [...waiting, ...chunks.slice(2)]);
  const change = jest.fn<Rollouts['change']>((wanted) => ports.rollouts.change(wanted));
  expect((await run(ports, { change })).started).toBe(450);
  const wasWaiting = change.mock.calls.map(([{ chunks: changed }]) => (changed[0]?.before.number ?? 0) < 2);
  expect(wasWaiting).toEqual([true, false, true, false, false]);
});

test('One that is changed at every look is no fault, and is left to the next run', async () => {
  const { ports } = await ofTwoDevices();
  let revision = 1;
  const find = () => Promise.resolve(rolloutOf({ revision: (revision += 1), counts: { waiting: 1 } }));
  expect((await run(ports, { find })).seen).toEqual(['unread']);
  const why = { message: 'changed while it was read' };
  expect(logged).toMatchObject([{ code: 'ROLLOUT_UNANSWERED', rolloutId: 'only', error: why }]);
});

test('A lease that ends while a run reads may have been renewed meanwhile, and has not expired', async () => {
  const { ports } = await ofTwoDevices();
  let time = now.getTime();
  const clock = () => new Date(time);
  await run(ports, {}, clock);
  time += 59_000;
  const slow = async (sns: readonly string[]) => {
    time += 2_000;
    return ports.upgrades.describeMany(sns);
  };
  const { seen } = await run({ ...ports, upgrades: { describeMany: slow } }, {}, clock);
  expect(seen).toMatchObject([{ counts: { requested: 2, 'timed-out': 0 } }]);
});

test('A wave settled by a slice that starts nobody is judged before the next slice starts anyone', async () => {
  const { ports, putDevice, putFirmware } = tablesInMemory();
  await putFirmware(21, firmware21);
  await putDevice(device('SN0', { online: false }));
  await putDevice(device('SN90'));
  const letterOf = (index: number): Letter => {
    if (index === 0 || index === 90) return 'o';
    return index <= 10 ? 's' : index === 11 ? 'f' : index < 181 ? 'B' : 'q';
  };
  const chunks = chunked(Array.from({ length: 200 }, (_, index) => `SN${String(index)}`)).map((chunk) => ({
    ...chunk,
    letters: chunk.letters.map((_, place) => letterOf(90 * chunk.number + place)),
  }));
  const counts = { waiting: 2, succeeded: 10, failed: 1, skipped: 168, queued: 19 };
  const own = { waiting: 2, succeeded: 10 };
  const waves = [{ devices: 182 }, { devices: 200 }];
  await ports.rollouts.create(rolloutOf({ total: 200, waves, cursor: 181, counts, own, openChunks: [0, 1] }), chunks);
  expect(await run(ports)).toMatchObject({ started: 0, seen: [{ cursor: 182, state: 'running' }] });
  expect(await run(ports)).toMatchObject({ started: 0, seen: [{ state: 'paused', reason: 'failures' }] });
});

test('Nobody is skipped because another roll-out could not be read', async () => {
  const tables = await ofTwoDevices({ waitHours: 0 });
  const { file } = firmware21;
  const by = { firmwareId: 20, file, claimToken: 'c', requestedBy: 'bob', requestKey: 'rollout:other' };
  const { upgrade } = claimOver(undefined, { sn: 'SN1', ...by }, now, 60);
  await tables.claim(claimOver(undefined, upgrade, now, 60));
  const { upgradeId = '', leaseEndsAt = 0 } = (await tables.snapshot()).records.get('SN1') ?? {};
  await tables.report('SN1', upgradeId, { state: 'failed', leaseEndsAt });
  const find: Rollouts['find'] = (id) =>
    id === 'other' ? Promise.reject(new StoreUnavailable('reading')) : tables.ports.rollouts.find(id);
  expect(await run(tables.ports, { find })).toMatchObject({
    started: 1,
    seen: [{ counts: { waiting: 1, skipped: 0 } }],
  });
  expect(await run(tables.ports)).toMatchObject({ started: 1, seen: [{ counts: { requested: 2 } }] });
});

test('No member is marked lost by a look during a transaction that may be visible only in part', async () => {
  const tables = await ofTwoDevices();
  const { ports } = tables;
  const describeMany = jest.fn<Ports['upgrades']['describeMany']>((sns) => ports.upgrades.describeMany(sns));
  const change = jest.fn<Rollouts['change']>((wanted) => ports.rollouts.change(wanted));
  change.mockImplementationOnce(async (wanted) => {
    await ports.rollouts.change(wanted);
    const { records } = await tables.snapshot();
    const running = [...records]
      .filter(([sn]) => sn === 'SN1')
      .map(([sn, record]) => [sn, { ...UNTOLD, ...record, state: 'running' }] as const);
    // What is read back, and what the next look reads.
    describeMany.mockResolvedValueOnce(new Map()).mockResolvedValueOnce(new Map(running));
    return { kind: 'superseded', why: 'TransactionInProgressException' };
  });
  const { seen } = await run({ ...ports, upgrades: { describeMany } }, { change });
  expect(seen).toMatchObject([{ state: 'running', counts: { requested: 1, running: 1, lost: 0 } }]);
});
