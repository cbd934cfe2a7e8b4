import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readAssembly, synthesise, type Assembly } from '../../tools/stage/assembly.ts';

/** All kinds of stages; `ann` stands for the personal ones. */
export const STAGES = ['dev', 'staging', 'prod', 'ann'] as const;

/** Folder with this run's assemblies, by stage: dev, with bundles, and the others if the tests of templates run. */
export function assembliesFolder(): string {
  return process.env['TEST_ASSEMBLIES'] ?? '';
}

/** The assembly of the dev stage. */
export function devAssembly(): Promise<Assembly> {
  return readAssembly(join(assembliesFolder(), 'dev'));
}

/** Synthesises stages in parallel, except those that another set-up of the run made; tests find them by a variable. */
export async function synthesiseStages(scope: AsyncDisposableStack, stages: readonly string[]): Promise<void> {
  const folder = (process.env['TEST_ASSEMBLIES'] ??= await newFolder(scope));
  const missing = stages.filter((stage) => !existsSync(join(folder, stage)));
  await Promise.all(
    missing.map(async (stage) => {
      await mkdir(join(folder, stage));
      await synthesise(scope, join(folder, stage), { stage, bundle: stage === 'dev' });
    }),
  );
}

async function newFolder(scope: AsyncDisposableStack): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'test-assemblies-'));
  scope.defer(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
