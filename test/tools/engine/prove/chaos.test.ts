import { expect, test } from '@jest/globals';
import { check } from '../../../../tools/prove/chaos/checker/check.ts';
import { runChaos } from '../../../../tools/prove/chaos/drive/run-chaos.ts';
import { faultRules } from '../../../../tools/prove/chaos/faults/fault-plan.ts';
import { onOwnTables } from '../../../support/own-tables.ts';

test('The promise holds for upgrades and roll-outs through all faults at once, and once they are over, no concurrent request gets a 4', async () => {
  const { history, faults } = await runChaos(
    { seed: 20_260_101, requests: 60, seconds: 60, callers: 6, devices: 10, operators: 2, rules: faultRules(1) },
    { stage: await onOwnTables('Chaos') },
  );
  expect(check(history)).toEqual([]);
  expect(faults.size).toBeGreaterThan(5);
  expect(history.invocations.filter(({ faultless }) => !faultless).length).toBeGreaterThan(20);
  expect(history.invocations.filter(({ user }) => user.startsWith('calm')).length).toBeGreaterThan(20);
  expect(history.versions.some(({ requestKey }) => requestKey.startsWith('rollout:'))).toBe(true);
});
