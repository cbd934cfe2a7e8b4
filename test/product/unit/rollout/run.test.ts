/** What a run does, and what it records of the roll-outs that it has seen: the alarms go by it. */
import { expect, test } from '@jest/globals';
import { advance } from '../../../../functions/rollout/advance/advance.ts';
import { measureRun } from '../../../../functions/rollout/advance/measure.ts';
import { chunked } from '../../../../functions/rollout/make.ts';
import { nextSlice } from '../../../../functions/rollout/slice.ts';
import { claimOver } from '../../../../functions/store/claim-over.ts';
import { captureOutput } from '../../../support/console.ts';
import { device, firmware21 } from '../../../support/fakes.ts';
import { rolloutOf } from '../../../support/rollouts/rollout-of.ts';
import { tablesInMemory } from '../../../support/rollouts/tables.ts';

const { logged, metrics } = captureOutput();
const now = new Date('2026-11-27T12:00:00Z');
const [lately, aWeekAgo] = ['2026-11-20T12:00:01.000Z', '2026-11-20T12:00:00.000Z'];
const SNS = ['SN1', 'SN2'];
const ended = { cursor: 100, wave: 2, state: 'completed' } as const;

test.each<[string, number, Parameters<typeof rolloutOf>[0] | 'odd']>([
  ['is running', 0, {}],
  ['has stopped for its failures', 1, { state: 'paused', reason: 'failures', changedAt: lately }],
  ['has stopped for want of a success', 1, { state: 'paused', reason: 'no-success', changedAt: lately }],
  ['has lost its firmware', 1, { state: 'paused', reason: 'firmware', changedAt: lately }],
  ['makes no sense', 1, 'odd'],
  ['was paused by a person', 0, { state: 'paused', reason: 'operator', changedAt: lately }],
  ['has been at its gate for a week', 1, { state: 'paused', reason: 'gate', changedAt: aWeekAgo }],
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

const TWO = { total: 2, waves: [{ devices: 2 }], counts: { queued: 2 } };

/** A roll-out to two devices, on which nothing has begun. */
async function ofTwoDevices(rolloutId = 'only') {
  const tables = tablesInMemory();
  await tables.putFirmware(21, firmware21);
  for (const sn of SNS) await tables.putDevice(device(sn));
  await tables.ports.rollouts.create(rolloutOf({ ...TWO, rolloutId, membersId: rolloutId }), chunked(SNS));
  return tables;
}

test('A start over an upgrade whose lease had run out is counted where the alarm looks, and logged', async () => {
  const tables = await ofTwoDevices();
  const { file } = firmware21;
  const ran = claimOver(undefined, { sn: 'SN1', firmwareId: 20, file, claimToken: 'c', requestedBy: 'bob' }, now, 60);
  await tables.claim(ran);
  const later = new Date(now.getTime() + 61_000);
  const services = { ...tables.ports, clock: () => later, leaseSeconds: 3_600 };
  measureRun('Fleet', await advance(services, () => true), later);
  expect(metrics).toMatchObject([{ Started: 2 }, { operation: 'start-upgrade', LeasesExpired: 1 }]);
  const line = { code: 'LEASE_EXPIRED', sn: 'SN1', upgradeId: ran.upgrade.upgradeId };
  expect(logged).toContainEqual(expect.objectContaining(line));
});

test('A lease that ends while a run reads may have been renewed meanwhile, and has not expired', async () => {
  const { ports } = await ofTwoDevices();
  let time = now.getTime();
  const services = { ...ports, clock: () => new Date(time), leaseSeconds: 60 };
  await advance(services, () => true);
  time += 59_000;
  const slow = async (sns: readonly string[]) => {
    time += 2_000;
    return ports.upgrades.describeMany(sns);
  };
  const { seen } = await advance({ ...services, upgrades: { describeMany: slow } }, () => true);
  expect(seen).toMatchObject([{ counts: { requested: 2, 'timed-out': 0 } }]);
});

test.each([
  ['has looked at', ['mine', 'first']],
  ['does not know yet', ['mine']],
])('What another run has started for a roll-out that this one %s is left until its end is seen', async (_, active) => {
  const tables = await ofTwoDevices('first');
  const { rollouts } = tables.ports;
  await rollouts.create(rolloutOf({ ...TWO, rolloutId: 'mine', membersId: 'mine' }), chunked(SNS));
  const runs = (ids: readonly string[], overrides = {}) => {
    const known = { ...rollouts, active: () => Promise.resolve(ids), ...overrides };
    return advance({ ...tables.ports, rollouts: known, clock: () => now, leaseSeconds: 60 }, () => true);
  };
  let isLate = false;
  const findChunks: typeof rollouts.findChunks = async (rollout, numbers) => {
    if (numbers.length > 0 && !isLate) {
      isLate = true;
      await runs(['first']);
      for (const [sn, { upgradeId = '', leaseEndsAt = 0 }] of (await tables.snapshot()).records) {
        await tables.report(sn, upgradeId, { state: 'failed', leaseEndsAt });
      }
    }
    return rollouts.findChunks(rollout, numbers);
  };
  await runs(active, { findChunks });
  expect((await runs(['first'])).seen).toMatchObject([{ counts: { failed: 2, lost: 0 } }]);
  expect((await runs(['mine'])).started).toBe(2);
});

test.each<[string, Parameters<typeof rolloutOf>[0], ReturnType<typeof nextSlice>]>([
  ['with its chunk', { cursor: 88, wave: 2 }, { number: 0, places: [88, 89] }],
  ['with its wave', { cursor: 3 }, { number: 0, places: [3, 4] }],
  ['with the last member', { cursor: 98, wave: 2 }, { number: 1, places: [8, 9] }],
  ['with what may be under way', { maxInFlight: 7, counts: { requested: 4, running: 2 } }, { number: 0, places: [0] }],
  ['before it begins, when no more may be', { maxInFlight: 6, counts: { requested: 4, running: 2 } }, undefined],
  ['before it begins, when all of the wave were claimed', { cursor: 5 }, undefined],
])('A slice ends %s', (_what, overrides, slice) => {
  expect(nextSlice(rolloutOf(overrides))).toEqual(slice);
});
