import { expect, test } from '@jest/globals';
import { check } from '../../../tools/prove/chaos/checker/check.ts';
import type { Invocation } from '../../../tools/prove/chaos/checker/history.ts';
import { invokeUntilCertain } from '../../../tools/prove/chaos/drive/caller.ts';
import { startChaosStage } from '../../../tools/prove/chaos/drive/chaos-stage.ts';
import { registerDevices, type Fleet } from '../../../tools/prove/chaos/drive/fleet.ts';
import { startRecording } from '../../../tools/prove/chaos/drive/recording.ts';
import type { Intervention } from '../../../tools/stage/database-proxy/fault-proxy.ts';
import { statementsOf } from '../../../tools/stage/database-proxy/statements.ts';
import { onOwnTables } from '../../support/own-tables.ts';
import { between, randomFor } from '../../../tools/random.ts';

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
