import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type BuildOptions } from 'esbuild';
import { Environment } from '../../functions/config/environment.ts';
import { routeKeyOf, type OperationName } from '../../functions/domain/operations.ts';
import type { Assembly } from '../stage/assembly.ts';
import { functionDefinitions, type FunctionDefinition } from '../stage/functions/function-definition.ts';
import { functionBehind } from '../stage/routes.ts';
import { outputRef } from '../stage/template.ts';
import { REFUSALS, type RequestName } from './requests.ts';

/** Requests that a subject answers; the first is that of its cold starts. A run over roll-outs and their making are none. */
type Answers = readonly RequestName[];

/** A function that is measured. */
export interface Subject {
  readonly name: string;
  readonly answers: Answers;
  /** Path of the bundle. */
  readonly module: string;
  readonly bytes: number;
  /** Environment of its process, without the database endpoint. */
  readonly env: Readonly<Record<string, string>>;
}

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The esbuild defaults of CDK's NodejsFunction, but with the SDK bundled. */
const BY_DEFAULT: BuildOptions = { bundle: true, platform: 'node', target: 'node24', absWorkingDir: root };

/** The options of infra/operation-function.ts: with them, our bundle must equal CDK's byte for byte. */
const AS_DEPLOYED: BuildOptions = {
  ...BY_DEFAULT,
  format: 'cjs',
  mainFields: ['module', 'main'],
  minify: true,
  supported: { 'dynamic-import': false },
  alias: {
    '@aws-sdk/credential-provider-node': `${root}infra/bundle-stubs/lambda-credentials.ts`,
    '@aws-sdk/middleware-endpoint-discovery': `${root}infra/bundle-stubs/no-endpoint-discovery.ts`,
    '@smithy/core/event-streams': `${root}infra/bundle-stubs/no-event-streams.ts`,
  },
  logLevel: 'warning',
};

const STARTS: Answers = ['fresh', 'repeated', 'with another firmware', 'unknown session'];

/** Subjects whose code is in subjects/, with our function's environment. */
const OTHERS: readonly { readonly name: string; readonly answers: Answers; readonly options?: BuildOptions }[] = [
  { name: 'bare', answers: ['list'], options: { ...BY_DEFAULT, logLevel: 'error' } },
  { name: 'floor', answers: STARTS },
  { name: 'powertools', answers: STARTS },
];

/** Bundles the runtime of the subjects' processes as an ES module, as it uses `import.meta`. Resolves to its path. */
export async function bundleRuntime(folder: string): Promise<string> {
  const asModule: BuildOptions = { ...AS_DEPLOYED, format: 'esm', supported: {} };
  return bundle('tools/measure/runtime.ts', join(folder, 'runtime.mjs'), asModule);
}

/**
 * Makes the bundles in a folder; ours comes first, and next to it what its cold start is compared with. Throws if
 * bundling ours with the others' options does not give what CDK made.
 */
export async function makeSubjects(assembly: Assembly, folder: string): Promise<Subject[]> {
  const definitions = new Map(functionDefinitions(assembly, '').map((definition) => [definition.id, definition]));
  const definitionOf = (id: string) => {
    const definition = definitions.get(id);
    if (definition === undefined) throw new Error(`the stack has no function ${id}`);
    return definition;
  };
  const behind = (operation: OperationName) => definitionOf(functionBehind(assembly.template, routeKeyOf(operation)));
  const upgrade = behind('start-upgrade');
  const ours = await subject('ours', [...STARTS, 'status', ...REFUSALS], upgrade);
  await requireSameBundle(ours, folder);
  const others = OTHERS.map(async ({ name, answers, options = AS_DEPLOYED }) =>
    subject(
      name,
      answers,
      upgrade,
      await bundle(`tools/measure/subjects/${name}.ts`, join(folder, name, 'index.js'), options),
    ),
  );
  const run = definitionOf(outputRef(assembly.template, 'AdvanceFunctionName'));
  const floor = await bundle('tools/measure/subjects/rollout-floor.ts', join(folder, 'rollout-floor.js'), AS_DEPLOYED);
  const more = [
    subject('list', ['list'], behind('getStreamServersList')),
    subject('run', [], run),
    subject('rollout-floor', [], run, floor),
    subject('create-rollout', [], behind('create-rollout')),
  ];
  return [ours, ...(await Promise.all([...others, ...more]))];
}

/**
 * Each that answers requests has an Upgrades table of its own, so that devices claimed by one are fresh to the others. Those of
 * roll-outs share the stack's: how long a transaction takes DynamoDB Local depends on the past of the table.
 */
async function subject(
  name: string,
  answers: Answers,
  { env, timeoutMs }: FunctionDefinition,
  module = join(env['LAMBDA_TASK_ROOT'] ?? '', 'index.js'),
): Promise<Subject> {
  const { size: bytes } = await stat(module);
  const tables = answers.length > 0 ? { [Environment.upgradesTable]: upgradesTable(name), IDEMPOTENCY_TABLE } : {};
  return { name, answers, module, bytes, env: { ...env, ...tables, BENCH_TIMEOUT_MS: String(timeoutMs) } };
}

/** The table of the idempotency utility of Powertools. */
export const IDEMPOTENCY_TABLE = 'Idempotency';

/** Name of the Upgrades table of a subject. */
export function upgradesTable(subjectName: string): string {
  return `Upgrades-${subjectName}`;
}

async function requireSameBundle(ours: Subject, folder: string): Promise<void> {
  const again = await bundle('functions/upgrade/handler.ts', join(folder, 'ours.js'), AS_DEPLOYED);
  if ((await readFile(again, 'utf8')) === (await readFile(ours.module, 'utf8'))) return;
  throw new Error('subjects.ts no longer bundles as infra/operation-function.ts does, or functions/ has just changed');
}

/** @param source a path from the project's root */
async function bundle(source: string, outfile: string, options: BuildOptions): Promise<string> {
  await build({ ...options, entryPoints: [source], outfile });
  return outfile;
}
