/** What callers are told when several ask at once, or one for very many devices. A 4 is always allowed: a slow database leaves it unknown what became of a write. */
import { describe, expect, test } from '@jest/globals';
import { start } from '../../support/reports.ts';
import { ask, newDevice, newDevices, results, storedUpgrade, upgrade, type Reply } from '../../support/stage.ts';

/** The code of each device: 4 for all of them when the database was too slow for the request, or the function for its time. */
const codesOf = (reply: Reply, sns: readonly string[]) => (reply.status >= 500 ? sns.map(() => 4) : results(reply));

describe('Concurrent requests', () => {
  test('that are identical start each device once, however many they are: one is told 0, the others 1', async () => {
    const sns = await newDevices(5);
    const replies = await Promise.all(Array.from({ length: 40 }, async () => codesOf(await upgrade(sns), sns)));
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
    const firmwareIds = Array.from({ length: 20 }, (_, index) => 21 + (index % 2));
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

test('A batch of 1,000 devices is started, answered in order, and repeated', async () => {
  const sns = await newDevices(1000);
  const shuffled = sns.toReversed();
  const reply = await upgrade(shuffled);
  expect(reply.status).toBe(200);
  expect(reply.body.details).toEqual(shuffled.map((sn) => ({ sn, result: 0 })));
  expect(new Set(results(await upgrade(sns)))).toEqual(new Set([1]));
});
