import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readAssembly, synthesise, type Assembly } from '../../tools/stage/assembly.ts';

/** All kinds of stages; `ann` stands for the personal ones. */
export const STAGES = ['dev', 'staging', 'prod', 'ann'] as const;

/** Folder with an assembly for each stage, by its name; synthesised once for the whole run. */
export function assembliesFolder(): string {
  return process.env['TEST_ASSEMBLIES'] ?? '';
}

/** The assembly of the dev stage. */
export function devAssembly(): Promise<Assembly> {
  return readAssembly(join(assembliesFolder(), 'dev'));
}

/** Synthesises all stages side by side; tests find them by a variable of the environment. */
export async function synthesiseStages(scope: AsyncDisposableStack): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'test-assemblies-'));
  scope.defer(() => rm(folder, { recursive: true, force: true }));
  await Promise.all(
    STAGES.map(async (stage) => {
      await mkdir(join(folder, stage));
      await synthesise(scope, join(folder, stage), { stage });
    }),
  );
  process.env['TEST_ASSEMBLIES'] = folder;
}
