import { mkdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Environment } from '../../../functions/config/environment.ts';
import { functionDefinitions, type FunctionDefinition } from '../../stage/function-definition.ts';
import { routesOf } from '../../stage/routes.ts';
import type { Assembly } from '../../stage/synthesise.ts';
import { bareBundle } from './bare-bundle.ts';
import { bundle } from './bundle.ts';

/** One of those who are measured. */
export interface Subject {
  readonly name: string;
  /** Path of the bundle. */
  readonly module: string;
  readonly bytes: number;
  /** Environment of its process, without the endpoint of a database. */
  readonly env: Readonly<Record<string, string>>;
}

/** All subjects: those that start upgrades, ours first; and those that only start cold. */
export interface Subjects {
  readonly upgraders: readonly Subject[];
  readonly list: Subject;
  readonly bare: Subject;
}

/** Makes the bundles in a folder. Throws when ours by the settings of the others is not what CDK makes of it. */
export async function makeSubjects(assembly: Assembly, folder: string): Promise<Subjects> {
  const definitions = functionDefinitions(assembly, '');
  const behind = (route: string) => {
    const id = routesOf(assembly.template).find(({ key }) => key === route)?.functionId;
    const definition = definitions.find((one) => one.id === id);
    if (definition === undefined) throw new Error(`the stack has no function behind ${route}`);
    return definition;
  };
  const start = behind('POST /sc_cloud/upgrade/start');
  const own = (name: string, definition: FunctionDefinition) =>
    subject(name, join(definition.env['LAMBDA_TASK_ROOT'] ?? '', 'index.js'), definition);
  const ours = await own('ours', start);
  await checkSettings(ours, folder);
  const other = async (name: string) => {
    const module = join(folder, name, 'index.js');
    await bundle(`tools/measure/subjects/${name}.ts`, module);
    return subject(name, module, start);
  };
  return {
    upgraders: [
      ours,
      await other('floor'),
      await other('powertools'),
      await other('sequential'),
      await other('fastify'),
    ],
    list: await own('list', behind('GET /V1.0/stream/getStreamServersList')),
    bare: await subject('bare', await bareBundle(await newFolder(folder, 'bare')), start),
  };
}

/** Each has tables of its own to write to, so that what one has claimed is fresh to the others. */
async function subject(name: string, module: string, { env }: FunctionDefinition): Promise<Subject> {
  const tables = { [Environment.upgradesTable]: `Upgrades-${name}`, IDEMPOTENCY_TABLE: `Idempotency-${name}` };
  return { name, module, bytes: (await stat(module)).size, env: { ...env, ...tables } };
}

async function checkSettings(ours: Subject, folder: string): Promise<void> {
  const again = join(folder, 'ours', 'index.js');
  await bundle('functions/upgrade/handler.ts', again);
  if ((await readFile(again, 'utf8')) === (await readFile(ours.module, 'utf8'))) return;
  throw new Error('bundle.ts no longer bundles as infra/operation-function.ts does, or functions/ has just changed');
}

async function newFolder(parent: string, name: string): Promise<string> {
  const folder = join(parent, name);
  await mkdir(folder, { recursive: true });
  return folder;
}
