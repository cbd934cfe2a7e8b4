/** What becomes of the record when a device gateway reports, and what the next start is told. */
import { expect, test } from '@jest/globals';
import type { DeviceGateway } from '../../../tools/device-gateway/device-gateway.ts';
import type { ReportedUpgrade } from '../../../tools/device-gateway/reports.ts';
import {
  failed,
  gateway,
  progress,
  start,
  started,
  startedAndExpired,
  succeeded,
  upgradeOf,
} from '../../support/reports.ts';
import { ask, newSns, nowSeconds, storedUpgrade } from '../../support/stage.ts';

type Report = (of: ReportedUpgrade) => ReturnType<DeviceGateway['reportEnd']>;

const leaseEndsAt = nowSeconds() + 7200;
const goesOn: Report = (of) => progress(of, 40, leaseEndsAt);
const succeeds: Report = (of) => gateway.reportEnd(of, succeeded);
const fails: Report = (of) => gateway.reportEnd(of, failed);
const failsOtherwise: Report = (of) => gateway.reportEnd(of, { state: 'failed', reason: 'timed out' });

const RUNNING = { state: 'running', progress: 40, leaseEndsAt };
const SUCCEEDED = { ...succeeded, progress: 100 };

async function startedAnd(then: (of: ReportedUpgrade) => Promise<unknown>): Promise<ReportedUpgrade> {
  const first = await started();
  await then(first);
  return first;
}

test.each<[string, () => Promise<ReportedUpgrade>, Report, object, number]>([
  ['Progress', started, goesOn, RUNNING, 1],
  ['Less progress', () => startedAnd((of) => progress(of, 60)), goesOn, RUNNING, 1],
  ['Progress after the lease has run out', startedAndExpired, goesOn, RUNNING, 1],
  ['A success', () => startedAnd(goesOn), succeeds, SUCCEEDED, 0],
  ['A success before any progress', started, succeeds, SUCCEEDED, 0],
  ['A success after the lease has run out', startedAndExpired, succeeds, SUCCEEDED, 0],
  ['A failure', () => startedAnd(goesOn), fails, failed, 0],
  ['A failure before any progress', started, fails, failed, 0],
])(
  '%s changes on record only what it says, and the next start finds it',
  async (_what, place, report, change, code) => {
    const reported = await place();
    const before = await storedUpgrade(reported.sn);
    expect(await report(reported)).toBe('recorded');
    expect(await storedUpgrade(reported.sn)).toEqual({ ...before, ...change });
    expect(await start(reported.sn)).toBe(code);
    expect((await upgradeOf(reported.sn)).upgradeId === reported.upgradeId).toBe(code === 1);
  },
);

/** The older of two upgrades of a device: it failed, and the newer one is under way unless something happens to it. */
async function followed(happens: (newer: ReportedUpgrade) => Promise<unknown> = () => Promise.resolve()) {
  const older = await startedAnd(fails);
  expect(await start(older.sn)).toBe(0);
  await happens(await upgradeOf(older.sn));
  return older;
}

const cancels = ({ sn }: ReportedUpgrade) => ask('cancel-upgrade', [sn], 21);
const reclaimed = async () => {
  const late = await startedAndExpired();
  expect(await start(late.sn)).toBe(0);
  return late;
};

test.each<[string, () => Promise<ReportedUpgrade>, object?]>([
  ['that has succeeded', () => startedAnd(succeeds), { success: 'repeated' }],
  ['that has failed, be it for another reason', () => startedAnd(failsOtherwise), { failure: 'repeated' }],
  ['that was cancelled', () => startedAnd(cancels)],
  ['that a newer one has followed', () => followed()],
  ['that a newer one has followed and ended in the same way', () => followed(fails)],
  ['whose lease had run out when its device was claimed again', reclaimed],
  ['that is not on record', () => Promise.resolve({ sn: newSns(1).join(), upgradeId: 'of-nobody' })],
])('A report changes nothing on an upgrade %s', async (_what, place, outcomes = {}) => {
  const reported = await place();
  const before = await storedUpgrade(reported.sn);
  expect({
    progress: await goesOn(reported),
    success: await succeeds(reported),
    failure: await fails(reported),
  }).toEqual({ progress: 'stale', success: 'stale', failure: 'stale', ...outcomes });
  expect(await storedUpgrade(reported.sn)).toEqual(before);
});

test.each<[string, readonly Report[], string[]]>([
  ['a success and a failure, one wins', [succeeds, fails], ['recorded', 'stale']],
  ['three successes, one is the first', [succeeds, succeeds, succeeds], ['recorded', 'repeated', 'repeated']],
])('Of concurrent reports of %s', async (_what, reports, outcomes) => {
  const ended = await started();
  expect((await Promise.all(reports.map((report) => report(ended)))).sort()).toEqual(outcomes);
});
