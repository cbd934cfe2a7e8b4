/** Breaks the promise on purpose, each time in another way, and sees chaos name what is broken. */
import { expect, test } from '@jest/globals';
import { check } from '../../tools/chaos/checker/check.ts';
import { runChaos, type ChaosOptions } from '../../tools/chaos/drive/run-chaos.ts';
import { faultRules } from '../../tools/chaos/proxy/default-rules.ts';
import { SABOTAGES, sabotaged } from '../support/sabotage.ts';

const options: ChaosOptions = {
  seed: 20_260_102,
  requests: 300,
  seconds: 8,
  callers: 12,
  devices: 12,
  // What brings each to light: replies that are lost, at once or in silence while devices finish.
  rules: faultRules(
    0,
    new Map([
      ['reply-dropped', 0.1],
      ['hang-after-commit', 0.1],
    ]),
  ),
};

test.each<[keyof typeof SABOTAGES, string]>([
  ['the condition lets everything pass', 'one upgrade at a time'],
  ['any record passes for our own', '0 has its record'],
  ['a lost reply is neither known by its token nor a reason to doubt', 'no record otherwise'],
  ['a claim is written again over its own record', 'claimed once'],
  ['a lease never runs out', '1 means the same upgrade'],
  ['a lease never runs out for the engine', 'certain without faults'],
  ['a lease has always run out', 'one upgrade at a time'],
])(
  'When %s, what is named is: %s',
  async (sabotage, rule) => {
    const { history } = await runChaos(options, { assemble: () => sabotaged(SABOTAGES[sabotage]) });
    expect(check(history).map((violation) => violation.rule)).toContain(rule);
  },
  120_000,
);
