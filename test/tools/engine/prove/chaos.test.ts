import { expect, test } from '@jest/globals';
import { check } from '../../../../tools/prove/chaos/checker/check.ts';
import { runChaos, type ChaosOptions } from '../../../../tools/prove/chaos/drive/run-chaos.ts';
import { devAssembly } from '../../../support/assemblies.ts';
import { faultRules } from '../../../../tools/prove/chaos/proxy/default-rules.ts';

/** Long enough for a run on a busy machine. */
const PATIENCE_MS = 120_000;

const options: ChaosOptions = {
  seed: 20_260_101,
  requests: 400,
  seconds: 10,
  callers: 12,
  devices: 20,
  rules: faultRules(1),
};

test(
  'Through all faults at once, the promise holds',
  async () => {
    const { history, faults } = await runChaos(options, { served: { assembly: await devAssembly() } });
    expect(check(history)).toEqual([]);
    expect(history.asks.length).toBeGreaterThan(20);
    expect(faults.size).toBeGreaterThan(5);
  },
  PATIENCE_MS,
);

test(
  'Without faults, no device is told 4 and no request goes unanswered',
  async () => {
    const { history, faults } = await runChaos(
      { ...options, callers: 4, seconds: 5, rules: faultRules(0) },
      { served: { assembly: await devAssembly() } },
    );
    expect(check(history)).toEqual([]);
    expect(history.asks.every(({ faultless }) => faultless)).toBe(true);
    expect(faults.size).toBe(0);
  },
  PATIENCE_MS,
);
