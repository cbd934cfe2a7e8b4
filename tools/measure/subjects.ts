import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type BuildOptions } from 'esbuild';
import { Environment } from '../../functions/config/environment.ts';
import { routeKeyOf, type OperationName } from '../../functions/domain/operations.ts';
import type { Assembly } from '../stage/assembly.ts';
import { functionDefinitions, type FunctionDefinition } from '../stage/functions/function-definition.ts';
import { functionBehind } from '../stage/routes.ts';
import { REFUSALS, type RequestName } from './requests.ts';

/** Requests that a subject answers; the first is that of its cold starts. */
type Answers = readonly [RequestName, ...RequestName[]];

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
  const definitionOf = (operation: OperationName) => {
    const definition = definitions.get(functionBehind(assembly.template, routeKeyOf(operation)));
    if (definition === undefined) throw new Error(`the stack has no function for ${operation}`);
    return definition;
  };
  const upgrade = definitionOf('start-upgrade');
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
  const list = await subject('list', ['list'], definitionOf('getStreamServersList'));
  return [ours, ...(await Promise.all(others)), list];
}

/** Each has an Upgrades table of its own, so that devices claimed by one are fresh to the others. */
async function subject(
  name: string,
  answers: Answers,
  { env }: FunctionDefinition,
  module = join(env['LAMBDA_TASK_ROOT'] ?? '', 'index.js'),
): Promise<Subject> {
  const { size: bytes } = await stat(module);
  const tables = { [Environment.upgradesTable]: upgradesTable(name), IDEMPOTENCY_TABLE };
  return { name, answers, module, bytes, env: { ...env, ...tables } };
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
