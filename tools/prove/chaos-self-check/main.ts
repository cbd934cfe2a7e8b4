import { mkdtempDisposable, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build, type Plugin } from 'esbuild';
import pLimit from 'p-limit';
import { OddRollout } from '../../../functions/domain/ports.ts';
import { newCommand } from '../../command-line.ts';
import { runCommand } from '../../run-program.ts';
import { synthesiseDev, type Assembly } from '../../stage/assembly.ts';
import type { FunctionDefinition } from '../../stage/functions/function-definition.ts';
import { check } from '../chaos/checker/check.ts';
import type { Violation } from '../chaos/checker/facts.ts';
import type { History } from '../chaos/checker/history.ts';
import { runChaos, type ChaosOptions } from '../chaos/drive/run-chaos.ts';
import { BREAKS, type Break } from './breaks.ts';
import { faultRules } from '../chaos/faults/fault-plan.ts';

/** The folders of the functions that are built with a break, by the beginning of their logical ids. */
const BROKEN_FUNCTIONS = { OperationsUpgrade: 'upgrade', OperationsRollout: 'rollout', RolloutRun: 'rollout/advance' };

/** Most of a run is spent waiting for timeouts, so several run in parallel. */
const RUNS_AT_ONCE = 3;

/** A run that happens not to expose its defect is followed by one with the next seed. */
const SEEDS = [1, 2, 3, 4, 5, 6];

const OPTIONS: Omit<ChaosOptions, 'seed'> = {
  ...{ requests: 400, seconds: 60, callers: 48, devices: 24 },
  // What exposes the defects: lost replies, dropped at once or hanging while devices finish, and writes that arrive so
  // late that others have come first.
  rules: faultRules(0, new Map([['reply-dropped', 0.08] as const, ['hang-after-commit', 0.03], ['late', 0.05]])),
};

const command = newCommand(
  'npm run chaos:self-check --',
  'Shows that npm run chaos finds defects: breaks the functions in one way after the other, each time makes a run, ' +
    'and expects the checker to name the break. It takes two to ten minutes and changes no source.',
  '0 every break was named, 1 one was not',
)
  .option('--rule <name>', 'only the breaks that this rule is to name')
  .action(async ({ rule }) => {
    await using scope = new AsyncDisposableStack();
    const assembly = await synthesiseDev(scope);
    const breaks = BREAKS.filter((broken) => rule === undefined || broken.rule === rule);
    const named = await pLimit(RUNS_AT_ONCE).map(breaks, (broken) => isNamed(broken, assembly));
    process.exitCode = named.every(Boolean) ? 0 : 1;
  });

/** Prints what the runs with this break find, until one names it. */
async function isNamed(broken: Break, assembly: Assembly): Promise<boolean> {
  for (const seed of SEEDS) {
    const found = Map.groupBy(await historyOf(broken, assembly, seed).then(check, madeOdd), ({ rule }) => rule);
    const counts = [...found].map(([rule, violations]) => `${rule} ${String(violations.length)}`);
    const isFalse = broken.isOnly === true && [...found.keys()].some((rule) => rule !== broken.rule);
    const isThere = found.has(broken.rule) && !isFalse;
    console.log(`${isThere ? '✓' : '✗'} ${broken.name}, seed ${String(seed)}: ${counts.join(', ') || 'nothing found'}`);
    if (isThere || isFalse) return isThere;
  }
  return false;
}

/** A head that makes no sense has the counts of no members. It ends the run that reads it. */
function madeOdd(error: unknown): readonly Violation[] {
  if (error instanceof OddRollout) return [{ rule: 'R3', sn: '', what: error.message }];
  throw error;
}

async function historyOf(broken: Break, assembly: Assembly, seed: number): Promise<History> {
  await using bundles = await mkdtempDisposable(join(tmpdir(), 'chaos-self-check-'));
  const functions = Object.values(BROKEN_FUNCTIONS);
  await build({
    entryPoints: functions.map((folder) => ({ in: `functions/${folder}/handler.ts`, out: join(folder, 'index') })),
    outdir: bundles.path,
    ...{ bundle: true, format: 'cjs', platform: 'node', mainFields: ['module', 'main'] },
    plugins: [replacing(await brokenModules(broken))],
  });
  const changeFunction = (definition: FunctionDefinition) => {
    const [, folder] = Object.entries(BROKEN_FUNCTIONS).find(([id]) => definition.id.startsWith(id)) ?? [];
    if (folder === undefined) return definition;
    return { ...definition, env: { ...definition.env, LAMBDA_TASK_ROOT: join(bundles.path, folder) } };
  };
  return (await runChaos({ ...OPTIONS, ...broken.driving, seed }, { stage: { assembly, changeFunction } })).history;
}

function replacing(modules: ReadonlyMap<string, string>): Plugin {
  return {
    name: 'replacing',
    setup: (bundle) => {
      bundle.onLoad({ filter: /\.ts$/ }, ({ path }) => {
        const contents = modules.get(path);
        return contents === undefined ? undefined : { contents, loader: 'ts' };
      });
    },
  };
}

/** The source of the modules with this break, by path. Throws when a text to change is not there, or not only once. */
export async function brokenModules({ changes }: Break): Promise<ReadonlyMap<string, string>> {
  const modules = new Map<string, string>();
  for (const [module, text, instead] of changes) {
    const path = resolve('functions', module);
    const pieces = (modules.get(path) ?? (await readFile(path, 'utf8'))).split(text);
    if (pieces.length !== 2) throw new Error(`not once in ${module}: ${text}`);
    modules.set(path, pieces.join(instead));
  }
  return modules;
}

if (import.meta.main) await runCommand(command);
