import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type BuildOptions } from 'esbuild';
import { Environment } from '../../functions/config/environment.ts';
import type { Assembly } from '../stage/assembly.ts';
import { functionDefinitions, type FunctionDefinition } from '../stage/functions/function-definition.ts';
import { functionBehind } from '../stage/routes.ts';

/** A function that is measured. */
export interface Subject {
  readonly name: string;
  /** Path of the bundle. */
  readonly module: string;
  readonly bytes: number;
  /** Environment of its process, without the database endpoint. */
  readonly env: Readonly<Record<string, string>>;
}

/** All subjects: those that start upgrades, ours first; one that reads their status; and those for cold starts. */
export interface Subjects {
  readonly upgraders: readonly [Subject, ...Subject[]];
  /** Answers upgrade-status for upgrades that ours has started. */
  readonly statusFloor: Subject;
  readonly list: Subject;
  readonly bare: Subject;
}

/** Subjects other than ours that start upgrades. */
const OTHERS = ['floor', 'puts', 'powertools', 'sequential', 'fastify'];

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
    '@smithy/core/event-streams': `${root}infra/bundle-stubs/no-event-streams.ts`,
  },
  logLevel: 'warning',
};

/** Bundles the runtime of the subjects' processes as an ES module, as it uses `import.meta`. Resolves to its path. */
export async function bundleRuntime(folder: string): Promise<string> {
  const outfile = join(folder, 'runtime.mjs');
  const entryPoints = ['tools/measure/runtime.ts'];
  await build({ ...AS_DEPLOYED, format: 'esm', supported: {}, entryPoints, outfile });
  return outfile;
}

/** Makes the bundles in a folder. Throws if bundling ours with the others' options does not give what CDK made. */
export async function makeSubjects(assembly: Assembly, folder: string): Promise<Subjects> {
  const definitions = new Map(functionDefinitions(assembly, '').map((definition) => [definition.id, definition]));
  const own = async (name: string, route: string) => {
    const definition = definitions.get(functionBehind(assembly.template, route));
    if (definition === undefined) throw new Error(`the stack has no function behind ${route}`);
    return {
      definition,
      subject: await subject(name, join(definition.env['LAMBDA_TASK_ROOT'] ?? '', 'index.js'), definition),
    };
  };
  const { subject: ours, definition } = await own('ours', 'POST /sc_cloud/upgrade/start');
  const { subject: list } = await own('list', 'GET /V1.0/stream/getStreamServersList');
  await requireSameBundle(ours, folder);
  const other = async (name: string, { options = AS_DEPLOYED, owner = name } = {}) => {
    const module = await bundle(`tools/measure/subjects/${name}.ts`, join(folder, name), options);
    return subject(name, module, definition, owner);
  };
  return {
    upgraders: [ours, ...(await Promise.all(OTHERS.map((name) => other(name))))],
    statusFloor: await other('status-floor', { owner: ours.name }),
    list,
    bare: await other('bare', { options: { ...BY_DEFAULT, logLevel: 'error' } }),
  };
}

/** @param owner subject whose tables it uses: each has its own, so that devices claimed by one are fresh to the others */
async function subject(name: string, module: string, { env }: FunctionDefinition, owner = name): Promise<Subject> {
  const tables = { [Environment.upgradesTable]: `Upgrades-${owner}`, IDEMPOTENCY_TABLE: `Idempotency-${owner}` };
  return { name, module, bytes: (await stat(module)).size, env: { ...env, ...tables } };
}

async function requireSameBundle(ours: Subject, folder: string): Promise<void> {
  const again = await bundle('functions/upgrade/handler.ts', join(folder, 'ours'), AS_DEPLOYED);
  if ((await readFile(again, 'utf8')) === (await readFile(ours.module, 'utf8'))) return;
  throw new Error('subjects.ts no longer bundles as infra/operation-function.ts does, or functions/ has just changed');
}

/** @param source a path from the project's root */
async function bundle(source: string, folder: string, options: BuildOptions): Promise<string> {
  const outfile = join(folder, 'index.js');
  await build({ ...options, entryPoints: [source], outfile });
  return outfile;
}
