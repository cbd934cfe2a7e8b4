/**
 * What callers are told when several ask at once, one for very many devices, or while workers are killed. A 4 is always allowed:
 * a slow database leaves it unknown what became of a write.
 */
import { describe, expect, test } from '@jest/globals';
import { start } from '../../support/reports.ts';
import { ask, newDevice, newDevices, type Reply, results, storedUpgrade, upgrade } from '../../support/stage.ts';
import { check } from '../../../tools/prove/chaos/checker/check.ts';
import type { Invocation } from '../../../tools/prove/chaos/checker/history.ts';
import { invokeUntilCertain } from '../../../tools/prove/chaos/drive/caller.ts';
import { startChaosStage } from '../../../tools/prove/chaos/drive/chaos-stage.ts';
import { type Fleet, registerDevices } from '../../../tools/prove/chaos/drive/fleet.ts';
import { startRecording } from '../../../tools/prove/chaos/drive/recording.ts';
import type { Intervention } from '../../../tools/stage/database-proxy/fault-proxy.ts';
import { statementsOf } from '../../../tools/stage/database-proxy/statements.ts';
import { onOwnTables } from '../../support/own-tables.ts';
import { between, randomFor } from '../../../tools/random.ts';

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

const BATCH = 500;
const KILLS = 4;

/** Upgrades never end, so every device must have exactly one. */
const idle: Fleet = { begin: () => undefined, ended: () => Promise.resolve() };

/**
 * Kills the worker once in each of the first attempts, before it can have made all of its claims: of those in flight every
 * other call still arrives.
 * @param attempts returns how many have ended
 */
function killing(kill: () => void, attempts: () => number): Intervention {
  const random = randomFor(1, 'kills');
  let kills = 0;
  let isLost = false;
  let left = between(random, 1, 50);
  return (call, forward) => {
    const claims = statementsOf(call).length;
    if (claims > 0 && kills > attempts()) {
      isLost = !isLost;
      return isLost ? Promise.resolve('drop') : forward();
    }
    if (claims === 0 || kills === KILLS) return forward();
    left -= claims;
    if (left <= 0) {
      kills += 1;
      left = between(random, 1, 50);
      kill();
    }
    return forward();
  };
}

test('A batch whose worker is killed again and again is asked for until it is answered, and each device has one upgrade', async () => {
  await using started = new AsyncDisposableStack();
  const stage = await startChaosStage(started, await onOwnTables('Kills'));
  const invocations: Invocation[] = [];
  const interventions = killing(stage.kill, () => invocations.length);
  const recording = startRecording(started, stage, idle, interventions);
  const sns = await registerDevices(stage, BATCH);
  const order = { operation: 'start-upgrade', sns, firmwareId: 21, faultless: false } as const;
  await invokeUntilCertain(stage, 'ann-', order, (invocation) => invocations.push(invocation));
  const history = { invocations, ...(await recording.end()) };

  // At least three attempts leave claims for another; mostly four do.
  expect(invocations.filter(({ answer }) => answer === undefined).length).toBeGreaterThanOrEqual(KILLS - 1);
  expect(Object.values(invocations.at(-1)?.answer?.codes ?? {}).filter((code) => code > 1)).toEqual([]);
  expect(check(history)).toEqual([]);
  expect(history.versions).toHaveLength(BATCH);
});
