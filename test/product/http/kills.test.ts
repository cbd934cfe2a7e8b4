import { expect, test } from '@jest/globals';
import { CLAIMS_IN_FLIGHT } from '../../../functions/store/client.ts';
import { check } from '../../../tools/prove/chaos/checker/check.ts';
import type { Ask } from '../../../tools/prove/chaos/checker/history.ts';
import { askUntilCertain } from '../../../tools/prove/chaos/drive/caller.ts';
import { startChaosStage } from '../../../tools/prove/chaos/drive/chaos-stage.ts';
import { registerDevices, type Fleet } from '../../../tools/prove/chaos/drive/fleet.ts';
import { startRecording } from '../../../tools/prove/chaos/drive/recording.ts';
import type { Intervention } from '../../../tools/prove/chaos/proxy/fault-proxy.ts';
import { devAssembly } from '../../support/assemblies.ts';
import { between, randomFor } from '../../../tools/random.ts';

const BATCH = 500;
const KILLS = 5;

/** Upgrades never end, so that every device is to have exactly one. */
const idle: Fleet = { begin: () => undefined, ended: () => Promise.resolve() };

/** Kills the worker so many times, each time after so many more claims that it cannot have made them all. */
function killing(seed: number, kill: () => void): Intervention {
  const random = randomFor(seed, 'kills');
  let kills = 0;
  let claims = 0;
  let next = between(random, 1, BATCH - 100);
  return (call, forward) => {
    if (call.operation !== 'PutItem' || kills === KILLS) return forward();
    claims += 1;
    if (claims === next) {
      kills += 1;
      // Claims that the killed worker had in flight may still come: they must not kill it a second time.
      next += between(random, CLAIMS_IN_FLIGHT + 1, BATCH - 100);
      kill();
    }
    return forward();
  };
}

test.each([1, 2])(
  'A batch whose worker is killed again and again is asked for until it is answered, and each device has one upgrade: seed %i',
  async (seed) => {
    await using started = new AsyncDisposableStack();
    const stage = await startChaosStage(started, { assembly: await devAssembly() });
    const recording = await startRecording(started, stage, { fleet: idle, interventions: killing(seed, stage.kill) });
    const sns = await registerDevices(stage, BATCH);
    const asks: Ask[] = [];
    await askUntilCertain(stage, 'ann-', { sns, firmwareId: 21, faultless: false }, (ask) => asks.push(ask));
    const history = { asks, ...(await recording.end()) };

    expect(asks.filter(({ answer }) => answer === undefined)).toHaveLength(KILLS);
    expect(Object.values(asks.at(-1)?.answer?.codes ?? {}).filter((code) => code > 1)).toEqual([]);
    expect(check(history)).toEqual([]);
    expect(history.versions).toHaveLength(BATCH);
  },
  120_000,
);
