import { isDeepStrictEqual } from 'node:util';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { OddRollout, StoreUnavailable } from '../../../../functions/domain/ports.ts';
import { roomOf } from '../../../../functions/rollout/slice.ts';
import type { Violation } from '../../../../tools/prove/chaos/checker/rollouts/observer.ts';
import { captureOutput } from '../../../support/console.ts';
import { scenarios, type Scenario } from '../../../support/rollouts/scenarios.ts';
import { Stage } from '../../../support/rollouts/stage.ts';
import { tablesInMemory, type Ports } from '../../../support/rollouts/tables.ts';

captureOutput();

// More of them on purpose: ROLLOUT_RUNS=20000.
const numRuns = Number(process.env['ROLLOUT_RUNS'] ?? 150);

/** What a scenario breaks. */
async function playOut(stage: Stage): Promise<readonly Pick<Violation, 'rule' | 'what'>[]> {
  const { observer } = stage;
  await stage.play();
  // Each decision may make another possible: waves in which nobody can be started pass in one run each.
  for (let run = 0; run < 8; run += 1) await stage.run();
  const before = observer.last.rollouts;
  await stage.run();
  const isSame = isDeepStrictEqual(observer.last.rollouts, before);
  const left = await stage.settle();
  return [
    ...observer.violations,
    ...(isSame ? [] : [{ rule: 'R7', what: 'one more run has changed something' } as const]),
    ...left.map((id) => ({ rule: 'R8', what: `${id} goes on for ever` }) as const),
  ];
}

test('R1 to R8: a scenario breaks no rule, however it goes', () =>
  fc.assert(
    fc.asyncProperty(scenarios, async (scenario) => {
      expect(await playOut(new Stage(tablesInMemory(), scenario))).toEqual([]);
    }),
    { numRuns },
  ));

const AWAY = 'items that cannot be read now';

/** Ways in which the first roll-out is broken. */
const ODDITIES: Readonly<Record<string, (ports: Ports) => Partial<Ports['rollouts']>>> = {
  'an odd head': ({ rollouts }) => ({ find: (id) => (id === 'r1' ? odd() : rollouts.find(id)) }),
  'an odd chunk': ({ rollouts }) => ({
    findChunks: (rollout, numbers) => (rollout.rolloutId === 'r1' ? odd() : rollouts.findChunks(rollout, numbers)),
  }),
  'letters that were not counted': ({ rollouts }) => ({
    findChunks: async (rollout, numbers) => {
      const chunks = await rollouts.findChunks(rollout, numbers);
      if (rollout.rolloutId !== 'r1') return chunks;
      return chunks.map((each) => ({ ...each, letters: each.letters.map(() => 's') }));
    },
  }),
  'what cannot be written': ({ rollouts }) => ({
    change: (change) =>
      change.before.rolloutId === 'r1' ? Promise.resolve({ kind: 'impossible' }) : rollouts.change(change),
  }),
  'what nobody thought of': ({ rollouts }) => ({
    find: (id) => (id === 'r1' ? Promise.reject(new TypeError('oops')) : rollouts.find(id)),
  }),
  [AWAY]: ({ rollouts }) => ({
    find: (id) => (id === 'r1' ? Promise.reject(new StoreUnavailable('reading')) : rollouts.find(id)),
  }),
};

test.each(Object.entries(ODDITIES))('R9: because of %s, no other roll-out waits', (name, oddity) =>
  fc.assert(
    fc.asyncProperty(scenarios, (scenario) => holdsUpNobody(scenario, name, oddity)),
    { numRuns: Math.ceil(numRuns / 10) },
  ),
);

async function holdsUpNobody(
  { bodies: [first = {}, second = first], ...scenario }: Scenario,
  name: string,
  oddity: (ports: Ports) => Partial<Ports['rollouts']>,
): Promise<void> {
  const alone = await twoOf({ ...scenario, bodies: [{ ...first, from: 1_000 }, second] });
  await alone.stage.run();
  const both = await twoOf({ ...scenario, bodies: [first, second] });
  both.breaks(oddity);
  await both.stage.run();
  expect(both.letters()).toBe(alone.letters());

  // The same after it has started upgrades, the ends of which it cannot see any more.
  const late = await twoOf({ ...scenario, bodies: [first, second] });
  await late.stage.run();
  await late.stage.endAll();
  late.breaks(oddity);
  await late.stage.run();
  // Of one that may be read again, the ends are to be seen first.
  const waits = late.hasRoom() && /[wb]/.test(late.letters());
  expect(name !== AWAY && waits).toBe(false);
}

async function twoOf(scenario: Scenario) {
  const tables = tablesInMemory();
  const rollouts = { ...tables.ports.rollouts };
  const stage = new Stage({ ...tables, ports: { ...tables.ports, rollouts } }, scenario);
  await stage.setUp(2);
  return {
    stage,
    letters: () => stage.observer.last.rollouts.get('r2')?.letters.join('') ?? '',
    /** Whether more might be started now. */
    hasRoom: () => {
      const rollout = stage.observer.last.rollouts.get('r2')?.rollout;
      return rollout?.state === 'running' && roomOf(rollout) > 0;
    },
    breaks: (oddity: (ports: Ports) => Partial<Ports['rollouts']>) => {
      Object.assign(rollouts, oddity(tables.ports));
    },
  };
}

function odd(): Promise<never> {
  return Promise.reject(new OddRollout('an item has no such form'));
}
