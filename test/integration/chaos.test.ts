import { describe, expect, test } from '@jest/globals';
import { check } from '../../tools/chaos/checker/check.ts';
import { runChaos, type ChaosOptions } from '../../tools/chaos/drive/run-chaos.ts';
import { faultRules } from '../../tools/chaos/proxy/default-rules.ts';
import { SABOTAGES, sabotaged } from '../support/sabotage.ts';

/** Long enough for a run on a busy machine. */
const PATIENCE_MS = 120_000;

const options: ChaosOptions = {
  seed: 20_260_101,
  requests: 400,
  seconds: 10,
  callers: 12,
  devices: 20,
  rules: faultRules(1, new Map()),
};

test(
  'Through all faults at once, the promise holds',
  async () => {
    const { history, faults } = await runChaos(options);
    expect(check(history)).toEqual([]);
    expect(history.asks.length).toBeGreaterThan(20);
    expect(faults.size).toBeGreaterThan(5);
  },
  PATIENCE_MS,
);

test(
  'Without faults, no device is told 4 and no request goes unanswered',
  async () => {
    const { history, faults } = await runChaos({ ...options, callers: 4, seconds: 5, rules: faultRules(0, new Map()) });
    expect(check(history)).toEqual([]);
    expect(history.faultless).toBe(true);
    expect(faults.size).toBe(0);
  },
  PATIENCE_MS,
);

describe('The checker names what is broken when', () => {
  /** What brings each to light: a reply that is lost, at once or in silence while devices finish. */
  const rules = faultRules(
    0,
    new Map([
      ['reply-dropped', 0.1],
      ['hang-after-commit', 0.1],
    ]),
  );

  test.each<[keyof typeof SABOTAGES, string]>([
    ['the condition lets everything pass', 'one upgrade at a time'],
    ['any record passes for our own', '0 has its record'],
    ['a lost reply is neither known by its token nor a reason to doubt', 'no record otherwise'],
    ['a claim is written again over its own record', 'claimed once'],
    ['a lease never runs out', '1 means the same upgrade'],
    ['a lease has always run out', 'one upgrade at a time'],
  ])(
    '%s: %s',
    async (sabotage, rule) => {
      const assemble = () => sabotaged(SABOTAGES[sabotage]);
      const { history } = await runChaos({ ...options, rules }, { assemble });
      expect(check(history).map((violation) => violation.rule)).toContain(rule);
    },
    PATIENCE_MS,
  );
});
