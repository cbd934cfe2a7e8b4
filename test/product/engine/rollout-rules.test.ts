/** The rules of roll-outs, R1 to R8, on the real engine; and the list of all roll-outs. */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { captureOutput } from '../../support/console.ts';
import { databaseOfSuite } from '../../support/database.ts';
import { NOW } from '../../support/fakes.ts';
import { rolloutSuite } from '../../support/rollouts/engine-suite.ts';
import { scenarios } from '../../support/rollouts/scenarios.ts';
import { Stage } from '../../support/rollouts/stage.ts';
import { tablesOnEngine } from '../../support/rollouts/tables-on-engine.ts';

captureOutput();
const database = databaseOfSuite();
const suite = rolloutSuite(database);

test('all roll-outs are told by the hundred, newest first', async () => {
  const ids = Array.from({ length: 205 }, (_, index) => `r${String(index).padStart(3, '0')}`);
  for (const [index, rolloutId] of ids.entries()) {
    const createdAt = new Date(NOW.getTime() + Math.floor(index / 2)).toISOString();
    await suite.rollouts.create(
      { ...suite.rollout, rolloutId, createdAt, phase: index % 3 === 0 ? 'over' : 'active' },
      [],
    );
  }
  const told: string[] = [];
  let after: string | undefined;
  for (const length of [100, 100, 5]) {
    const page = await suite.rollouts.page(after);
    expect(page.rollouts).toHaveLength(length);
    told.push(...page.rollouts.map(({ rolloutId }) => rolloutId));
    after = page.next;
  }
  expect([told, after]).toEqual([ids.toReversed(), undefined]);
});

test('R1 to R8 hold on the engine', async () => {
  const numRuns = Number(process.env['ROLLOUT_RUNS'] ?? 2);
  await fc.assert(
    fc.asyncProperty(scenarios, async (scenario) => {
      const own = await tablesOnEngine(database);
      // Few devices: after each write, all that is on record is read.
      const devices = (scenario.devices % 9) + 1;
      const stage = new Stage(own, { ...scenario, devices, actions: scenario.actions.slice(0, 60) });
      await stage.play();
      expect(stage.observer.violations).toEqual([]);
      expect(await stage.settle()).toEqual([]);
      await own.drop();
    }),
    { numRuns, endOnFailure: true },
  );
});
