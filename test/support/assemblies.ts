import { existsSync, mkdtempSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readAssembly, synthesise, type Assembly } from '../../tools/stage/assembly.ts';

/** All kinds of stages; `ann` stands for the personal ones. */
export const STAGES = ['dev', 'staging', 'prod', 'ann'] as const;

/** CDK's context where a template is all that is wanted: no files of functions, no traces of where each part was made. */
export const TEMPLATE_ALONE = { 'aws:cdk:bundling-stacks': [], 'aws:cdk:disable-creation-stack-traces': true };

/** Folder with this run's assemblies, by stage: dev, with bundles, and the others if the tests of templates run. */
export function assembliesFolder(): string {
  return process.env['TEST_ASSEMBLIES'] ?? '';
}

/** The assembly of the dev stage. */
export function devAssembly(): Promise<Assembly> {
  return readAssembly(join(assembliesFolder(), 'dev'));
}

/** Synthesises dev, unless another set-up of the run did; tests find it by a variable, which is set at once. */
export async function synthesiseOnce(scope: AsyncDisposableStack): Promise<void> {
  const folder = join((process.env['TEST_ASSEMBLIES'] ??= newFolder(scope)), 'dev');
  if (existsSync(folder)) return;
  await mkdir(folder);
  await synthesise(scope, folder);
}

function newFolder(scope: AsyncDisposableStack): string {
  const folder = mkdtempSync(join(tmpdir(), 'test-assemblies-'));
  scope.defer(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
