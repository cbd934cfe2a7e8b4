import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build, type Plugin } from 'esbuild';
import pLimit from 'p-limit';
import { newCommand } from '../../command-line.ts';
import { runCommand } from '../../run-program.ts';
import { synthesiseDev, type Assembly } from '../../stage/assembly.ts';
import type { FunctionDefinition } from '../../stage/functions/function-definition.ts';
import { check } from '../chaos/checker/check.ts';
import type { History } from '../chaos/checker/history.ts';
import { runChaos, type ChaosOptions } from '../chaos/drive/run-chaos.ts';
import { faultRules } from '../chaos/faults/fault-plan.ts';

/** A defect that shows only when requests interleave, and the checker's rule that must name it. */
interface Break {
  readonly name: string;
  readonly rule: string;
  /** What stands in a module of `functions`, and what stands there instead. */
  readonly changes: readonly (readonly [module: string, text: string, instead: string])[];
  /** What its runs have instead of the usual, so that they surely make the interleaving that shows it. */
  readonly driving?: Partial<ChaosOptions>;
}

const STATEMENTS = 'store/upgrade-statements.ts';
const CLAIM = 'upgrade/start/claim.ts';
const OUTCOME = 'domain/write-outcome.ts';

/** Devices begin late and writes are slow: meanwhile others cancel that upgrade and start the next. */
const RACING: Break['driving'] = {
  ...{ callers: 24, devices: 8, latestBeginMs: 8_000, operations: ['start-upgrade', 'cancel-upgrade'] },
  rules: [{ fault: 'slow', rate: 0.4, operation: 'BatchExecuteStatement' }],
};

export const BREAKS: readonly Break[] = [
  {
    name: 'a claim overwrites whatever is on record',
    rule: 'one upgrade at a time',
    changes: [
      [STATEMENTS, ' AND ${isTheOne} AND NOT (${IS_LIVE})', ''],
      [STATEMENTS, '[...fresh, sn, ...ends]', '[...fresh, sn]'],
      [STATEMENTS, '[...fresh, sn, { S: upgradeId }, ...ends]', '[...fresh, sn]'],
    ],
  },
  {
    name: 'a request does not recognise its own record, and takes its write for refused when the reply is lost',
    rule: 'no record otherwise',
    changes: [
      [OUTCOME, 'record?.claimToken === token || record?.cancelToken === token', 'false'],
      [OUTCOME, 'return mayBeWritten ?', 'return false ?'],
    ],
  },
  {
    name: 'no lease ends in the condition of a claim, while the function sees leases end',
    rule: 'certain without faults',
    changes: [[STATEMENTS, 'leaseEnds(epochSeconds(upgrade.requestedAt))', '[0, 9_999_999_999]']],
  },
  {
    name: 'all requests have the same token, so that each takes any record for its own',
    rule: '0 has its record',
    changes: [
      [CLAIM, 'randomUUID()', "'the-same-token'"],
      ['upgrade/cancel/cancel-upgrade.ts', 'randomUUID()', "'the-same-token'"],
    ],
  },
  {
    name: 'a cancel overwrites the upgrade that it has read even if its device has begun it since',
    rule: 'what is cancelled never begins',
    changes: [[STATEMENTS, ` AND "state" = 'requested'\``, '`']],
  },
  {
    name: 'a cancel overwrites any requested upgrade, not only the one that it has read',
    rule: 'no record otherwise',
    changes: [
      [STATEMENTS, `\${isTheOne} AND "state" = 'requested'`, `"state" = 'requested'`],
      [STATEMENTS, '[...parameters, { S: upgradeId }]', 'parameters'],
    ],
    driving: RACING,
  },
  {
    name: 'a claim that is made again, over an upgrade that came in between, keeps its id',
    rule: 'ids in the order of claims',
    changes: [[CLAIM, 'claimOver(outcome.by, upgrade, clock(), leaseSeconds)', '{ ...claim, replaced: outcome.by }']],
    driving: RACING,
  },
  {
    name: 'a claim is made again also over an upgrade of its own key, if that one has come in between and ended',
    rule: 'once under a key',
    changes: [
      [CLAIM, 'resultOfRecord(blocker, upgrade,', 'resultOfRecord(blocker, { ...upgrade, requestKey: undefined },'],
    ],
    driving: { ...RACING, latestBeginMs: 0 },
  },
];

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
  'Shows that npm run chaos finds defects: breaks the upgrade function in one way after the other, each time makes a run, ' +
    'and expects the checker to name the break. It takes two to ten minutes and changes no source.',
  '0 every break was named, 1 one was not',
).action(async () => {
  await using scope = new AsyncDisposableStack();
  const assembly = await synthesiseDev(scope);
  const named = await pLimit(RUNS_AT_ONCE).map(BREAKS, (broken) => isNamed(broken, assembly));
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
  const LAMBDA_TASK_ROOT = await mkdtemp(join(tmpdir(), 'chaos-self-check-'));
  scope.defer(() => rm(LAMBDA_TASK_ROOT, { recursive: true }));
  await build({
    entryPoints: ['functions/upgrade/handler.ts'],
    outfile: join(LAMBDA_TASK_ROOT, 'index.js'),
    ...{ bundle: true, format: 'cjs', platform: 'node', mainFields: ['module', 'main'] },
    plugins: [replacing(await brokenModules(broken))],
  });
  const changeFunction = (definition: FunctionDefinition) => ({
    ...definition,
    env: { ...definition.env, LAMBDA_TASK_ROOT },
  });
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
