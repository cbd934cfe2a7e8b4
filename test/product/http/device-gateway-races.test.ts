import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
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

/** Milliseconds by which the gateway's report is delayed after the claim, so that either may come first. */
const DELAYS = Array.from({ length: 20 }, (_, index) => 2 * index);

test.each(DELAYS)(
  'A claim that races with an end starts the next upgrade, or is a repeat of the one that ends: report %i ms later',
  async (delay) => {
    const first = await started();
    const [outcome, code] = await Promise.all([
      pause(delay).then(() => gateway.reportEnd(first, succeeded)),
      start(first.sn),
    ]);
    expect(outcome).toBe('recorded');
    const { upgradeId } = await upgradeOf(first.sn);
    expect([code, upgradeId === first.upgradeId]).toEqual(code === 0 ? [0, false] : [1, true]);
  },
);

test.each(DELAYS)('Of a claim and progress after the lease, one wins: report %i ms later', async (delay) => {
  const late = await startedAndExpired();
  const [outcome, code] = await Promise.all([pause(delay).then(() => progress(late, 50)), start(late.sn)]);
  const held = (await upgradeOf(late.sn)).upgradeId === late.upgradeId;
  expect([outcome, code, held]).toEqual(outcome === 'recorded' ? ['recorded', 1, true] : ['stale', 0, false]);
});

test('Of a success and a failure, one wins', async () => {
  const first = await started();
  const outcomes = await Promise.all([gateway.reportEnd(first, succeeded), gateway.reportEnd(first, failed)]);
  expect(outcomes.sort()).toEqual(['recorded', 'stale']);
});

test('Of many reports of one end, one is the first', async () => {
  const first = await started();
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => gateway.reportEnd(first, succeeded)));
  expect(outcomes.filter((outcome) => outcome === 'recorded')).toHaveLength(1);
  expect(outcomes.filter((outcome) => outcome === 'repeated')).toHaveLength(19);
});
