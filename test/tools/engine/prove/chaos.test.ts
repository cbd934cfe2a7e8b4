import { expect, test } from '@jest/globals';
import { check } from '../../../../tools/prove/chaos/checker/check.ts';
import { runChaos } from '../../../../tools/prove/chaos/drive/run-chaos.ts';
import { faultRules } from '../../../../tools/stage/database-proxy/default-rules.ts';
import { onOwnTables } from '../../../support/own-tables.ts';

test('Through all faults at once, the promise holds', async () => {
  const { history, faults } = await runChaos(
    { seed: 20_260_101, requests: 400, seconds: 10, callers: 12, devices: 20, rules: faultRules(1) },
    { served: await onOwnTables('Chaos') },
  );
  expect(check(history)).toEqual([]);
  expect(history.asks.length).toBeGreaterThan(20);
  expect(faults.size).toBeGreaterThan(5);
}, 120_000);
