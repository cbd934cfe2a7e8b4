import pLimit from 'p-limit';
import { synthesiseDev, type Assembly } from '../../stage/assembly.ts';
import type { FunctionDefinition } from '../../stage/functions/function-definition.ts';
import { newCommand, runCommand } from '../../command-line.ts';
import { check } from '../chaos/checker/check.ts';
import type { History } from '../chaos/checker/history.ts';
import { runChaos, type ChaosOptions } from '../chaos/drive/run-chaos.ts';
import { faultRules } from '../chaos/faults/fault-plan.ts';
import { BREAKS, type Break } from './breaks.ts';
import { brokenBundle } from './broken-bundle.ts';

/** Most of a run is spent waiting for timeouts, so several run in parallel. */
const RUNS_AT_ONCE = 3;

/** A run that happens not to expose its defect is followed by one with the next seed. */
const SEEDS = [1, 2, 3, 4, 5, 6];

const OPTIONS: Omit<ChaosOptions, 'seed'> = {
  requests: 400,
  seconds: 60,
  callers: 48,
  devices: 24,
  // What exposes the defects: lost replies, dropped at once or hanging while devices finish, and writes that arrive so
  // late that others have come first.
  rules: faultRules(
    0,
    new Map([
      ['reply-dropped', 0.08],
      ['hang-after-commit', 0.03],
      ['late', 0.05],
    ]),
  ),
};

const command = newCommand(
  'npm run chaos:self-check --',
  'Shows that the checker of npm run chaos sees what it is there for: breaks the upgrade function in one way after the ' +
    'other, each time makes a run, and expects the break to be named. It takes four to ten minutes and changes no source.',
  '0 every break was named, 1 one was not',
).action(async () => {
  await using scope = new AsyncDisposableStack();
  const assembly = await synthesiseDev(scope);
  const limit = pLimit(RUNS_AT_ONCE);
  const named = await Promise.all(BREAKS.map((broken) => limit(isNamed, broken, assembly)));
  process.exitCode = named.every(Boolean) ? 0 : 1;
});

/** Prints what the runs with this break find, until one names it. */
async function isNamed(broken: Break, assembly: Assembly): Promise<boolean> {
  for (const seed of SEEDS) {
    const found = Map.groupBy(check(await historyOf(broken, assembly, seed)), ({ rule }) => rule);
    const counts = [...found].map(([rule, violations]) => `${rule} ${String(violations.length)}`);
    const isThere = found.has(broken.rule);
    console.log(`${isThere ? '✓' : '✗'} ${broken.name}, seed ${String(seed)}: ${counts.join(', ') || 'nothing found'}`);
    if (isThere) return true;
  }
  return false;
}

async function historyOf(broken: Break, assembly: Assembly, seed: number): Promise<History> {
  await using scope = new AsyncDisposableStack();
  const LAMBDA_TASK_ROOT = await brokenBundle(scope, broken);
  const changeFunction = (definition: FunctionDefinition) => ({
    ...definition,
    env: { ...definition.env, LAMBDA_TASK_ROOT },
  });
  return (await runChaos({ ...OPTIONS, seed }, { stage: { assembly, changeFunction } })).history;
}

await runCommand(command);
