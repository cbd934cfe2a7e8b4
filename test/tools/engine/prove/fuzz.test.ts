/** Seeded, so that failures are reproducible; `npm run fuzz` goes further. */
import { afterAll, expect, test } from '@jest/globals';
import { fuzzEvents } from '../../../../tools/prove/fuzz/run.ts';
import { startFuzzStage } from '../../../../tools/prove/fuzz/stage.ts';
import { devAssembly } from '../../../support/assemblies.ts';
import { stage as shared } from '../../../support/stage.ts';

const scope = new AsyncDisposableStack();
afterAll(() => scope.disposeAsync());

test('1,000 events of all kinds get no 5xx, no rejection, no echo and no right that is not theirs', async () => {
  const stage = await startFuzzStage(scope, await devAssembly(), { endpoint: shared.dynamodbEndpoint });
  expect(await fuzzEvents(stage, { seed: 4, runs: 1_000 })).toEqual([]);
});
