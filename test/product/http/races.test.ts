/**
 * What callers are told when several ask at once, or one asks while the device gateway reports. A 4 is always allowed: a slow
 * database leaves it unknown what became of a write.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
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
import { ask, newDevice, newDevices, results, storedUpgrade, upgrade, type Reply } from '../../support/stage.ts';

/** The code of each device: 4 for all of them when the database was too slow for the request, or the function for its time. */
const codesOf = (reply: Reply, sns: readonly string[]) => (reply.status >= 500 ? sns.map(() => 4) : results(reply));

describe('Concurrent requests', () => {
  test('that are identical start each device once, however many they are: one is told 0, the others 1', async () => {
    const sns = await newDevices(5);
    const replies = await Promise.all(Array.from({ length: 100 }, async () => codesOf(await upgrade(sns), sns)));
    for (const [at] of sns.entries()) {
      // The one with the 0 may be among those with 4.
      const certain = replies.map((codes) => codes[at]).filter((code) => code !== 4);
      const repeats = Array<number>(certain.length).fill(1);
      const isKnown = certain.length === replies.length || certain.includes(0);
      expect(certain.sort()).toEqual(isKnown ? [0, ...repeats.slice(1)] : repeats);
    }
  });

  test('for two firmwares: one wins the device; its own are repeats, the others find it busy', async () => {
    const sn = await newDevice();
    const firmwareIds = Array.from({ length: 50 }, (_, index) => 21 + (index % 2));
    const codes = await Promise.all(firmwareIds.map((firmwareId) => start(sn, firmwareId)));
    const winner = (await storedUpgrade(sn))?.['firmwareId'];
    const starts = codes.filter((code) => code === 0).length;
    expect(starts).toBe(codes.includes(4) ? Math.min(starts, 1) : 1);
    for (const [at, code] of codes.entries()) {
      expect(firmwareIds[at] === winner ? [0, 1, 4] : [11, 4]).toContain(code);
    }
  });

  test('to cancel and to start again: what a start was told 0 for is cancelled or under way, never both', async () => {
    for (const sn of await newDevices(20)) {
      await start(sn);
      const [reply, again] = await Promise.all([ask('cancel-upgrade', [sn], 21), start(sn)]);
      const [code] = codesOf(reply, [sn]);
      const { state } = (await storedUpgrade(sn)) ?? {};
      if (code === 4 || again === 4) continue;
      expect([code, again, state]).toEqual(again === 0 ? [0, 0, 'requested'] : [0, 1, 'cancelled']);
    }
  });
});

/**
 * Lets a claim race with a report until each has come first five times. Whoever did sets out later the next time: by twice
 * as much each time, until the other comes first.
 */
async function race(round: (claimAfter: number, reportAfter: number) => Promise<'claim' | 'report' | undefined>) {
  const first = { claim: 0, report: 0 };
  let last: keyof typeof first | undefined;
  let [claimAfter, step] = [0, 1];
  for (let rounds = 0; Math.min(first.claim, first.report) < 5; rounds += 1) {
    expect(rounds).toBeLessThan(200);
    const winner = await round(Math.max(claimAfter, 0), Math.max(-claimAfter, 0));
    if (winner === undefined) continue;
    first[winner] += 1;
    step = winner === last ? 2 * step : Math.max(step / 4, 1);
    claimAfter += winner === 'claim' ? step : -step;
    last = winner;
  }
}

describe('Claims and reports of the device gateway', () => {
  test('A claim that races with an end starts the next upgrade, or is a repeat of the one that ends', async () => {
    await race(async (claimAfter, reportAfter) => {
      const ending = await started();
      const [outcome, code] = await Promise.all([
        pause(reportAfter).then(() => gateway.reportEnd(ending, succeeded)),
        pause(claimAfter).then(() => start(ending.sn)),
      ]);
      expect(outcome).toBe('recorded');
      if (code === 4) return undefined;
      const { upgradeId } = await upgradeOf(ending.sn);
      expect([code, upgradeId === ending.upgradeId]).toEqual(code === 0 ? [0, false] : [1, true]);
      return code === 0 ? 'report' : 'claim';
    });
  });

  test('Of a claim and progress after the lease, one wins', async () => {
    await race(async (claimAfter, reportAfter) => {
      const late = await startedAndExpired();
      const [outcome, code] = await Promise.all([
        pause(reportAfter).then(() => progress(late, 50)),
        pause(claimAfter).then(() => start(late.sn)),
      ]);
      if (code === 4) return undefined;
      const held = (await upgradeOf(late.sn)).upgradeId === late.upgradeId;
      expect([outcome, code, held]).toEqual(outcome === 'recorded' ? ['recorded', 1, true] : ['stale', 0, false]);
      return outcome === 'recorded' ? 'report' : 'claim';
    });
  });

  test('Of a success and a failure, one wins', async () => {
    const ended = await started();
    const outcomes = await Promise.all([gateway.reportEnd(ended, succeeded), gateway.reportEnd(ended, failed)]);
    expect(outcomes.sort()).toEqual(['recorded', 'stale']);
  });

  test('Of many reports of one end, one is the first', async () => {
    const ended = await started();
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => gateway.reportEnd(ended, succeeded)));
    expect(outcomes.sort()).toEqual(['recorded', ...Array<string>(19).fill('repeated')]);
  });
});
