/** The rules of roll-outs, R1 to R8, on the real engine; the list of all roll-outs; and the calls of a run. */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Letter } from '../../../functions/domain/members.ts';
import { advance } from '../../../functions/rollout/advance/advance.ts';
import { chunked } from '../../../functions/rollout/make.ts';
import { captureOutput } from '../../support/console.ts';
import { databaseOfSuite } from '../../support/database.ts';
import { device, firmware21, NOW } from '../../support/fakes.ts';
import { rolloutSuite } from '../../support/rollouts/engine-suite.ts';
import { rolloutOf } from '../../support/rollouts/rollout-of.ts';
import { scenarios } from '../../support/rollouts/scenarios.ts';
import { Stage } from '../../support/rollouts/stage.ts';
import { tablesOnEngine } from '../../support/rollouts/tables-on-engine.ts';

captureOutput();
const database = databaseOfSuite();
const suite = rolloutSuite(database);

test('all roll-outs are told by the hundred, newest first', async () => {
  // By twos at the same time, of which the second has the later name; otherwise, names tell nothing.
  const ids = Array.from({ length: 205 }, (_, index) => `${index % 2 === 0 ? 'a' : 'b'}${String(500 - index)}`);
  for (const [index, rolloutId] of ids.entries()) {
    const createdAt = new Date(NOW.getTime() + Math.floor(index / 2)).toISOString();
    // Those of the first page are all of one kind.
    const phase = index < 100 && index % 3 === 0 ? 'over' : 'active';
    await suite.rollouts.create({ ...suite.rollout, rolloutId, createdAt, phase }, []);
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
  const heads = database.proxy.calls.filter(({ operation }) => operation === 'BatchGetItem');
  expect(heads.map(({ input }) => JSON.stringify(input).includes('"ConsistentRead":true'))).toEqual([true, true, true]);
});

test('all active ones are found, the oldest first, however few a page has', async () => {
  for (const [day, rolloutId] of ['b', 'a', 'c'].entries()) {
    await suite.rollouts.create(
      { ...suite.rollout, rolloutId, createdAt: `2026-11-2${String(day)}T12:00:00.000Z` },
      [],
    );
  }
  database.proxy.intervene = ({ input }, forward) => forward({ ...input, Limit: 1 });
  expect(await suite.rollouts.active()).toEqual(['b', 'a', 'c']);
});

// What is active; head and firmware; of a slice its chunk, firmware, devices, records and transaction; of those under way by the hundred.
test.each<[string, number, number, Letter]>([
  ['nothing active makes 1 call', 1, 0, 'q'],
  ['two slices to start makes 5 more for each', 3 + 2 * 5, 95, 'q'],
  ['1,000 under way makes 10 more, for the chunks 1, and 1 for the ends that it sees', 3 + 12, 1_000, 'r'],
])('A run with %s', async (_what, calls, total, letter) => {
  const { ports, putDevice, putFirmware } = suite.tables;
  const sns = Array.from({ length: total }, (_, index) => `SN${String(index)}`);
  const chunks = chunked(sns).map((chunk) => ({ ...chunk, letters: chunk.letters.map(() => letter) }));
  const requested = { cursor: total, counts: { requested: total }, openChunks: chunks.map(({ number }) => number) };
  const stands = letter === 'r' ? requested : { counts: { queued: total } };
  if (total > 0) await ports.rollouts.create(rolloutOf({ total, waves: [{ devices: total }], ...stands }), chunks);
  const devices = letter === 'q' ? sns : [];
  await Promise.all([putFirmware(21, firmware21), ...devices.map((sn) => putDevice(device(sn)))]);
  database.proxy.calls.length = 0;
  const { started } = await advance({ ...ports, clock: () => NOW, leaseSeconds: 60 }, () => true);
  expect([started, database.proxy.calls.length]).toEqual([devices.length, calls]);
});

test('R1 to R8 hold on the engine', async () => {
  // Far fewer than on the model, which the same scenarios take a hundredth of the time.
  const numRuns = Math.ceil(Number(process.env['ROLLOUT_RUNS'] ?? 150) / 75);
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
