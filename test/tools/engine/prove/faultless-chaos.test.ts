import { expect, test } from '@jest/globals';
import { check } from '../../../../tools/prove/chaos/checker/check.ts';
import { runChaos } from '../../../../tools/prove/chaos/drive/run-chaos.ts';
import { faultRules } from '../../../../tools/stage/database-proxy/default-rules.ts';
import { onOwnTables } from '../../../support/own-tables.ts';

test('Without faults, no device is told 4 and no request goes unanswered', async () => {
  const { history, faults } = await runChaos(
    { seed: 20_260_101, requests: 400, seconds: 5, callers: 4, devices: 20, rules: faultRules(0) },
    { served: await onOwnTables('FaultlessChaos') },
  );
  expect(check(history)).toEqual([]);
  expect(history.asks.every(({ faultless }) => faultless)).toBe(true);
  expect(faults.size).toBe(0);
}, 120_000);
