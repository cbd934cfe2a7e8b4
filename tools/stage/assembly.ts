import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempDisposable, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { CommandError } from '../command-line.ts';
import { parseTemplate, type Template } from './template.ts';

const APP = fileURLToPath(new URL('../../infra/app.ts', import.meta.url));

/** What `cdk deploy` would deploy: the template of the stack and the directories of its assets. */
export interface Assembly {
  readonly template: Template;
  /** Directory of each asset by its object key in S3, by which the template names it. */
  readonly assets: ReadonlyMap<string, string>;
}

/**
 * Synthesises the dev stage into a directory in a process of its own, as the CDK command line does; that process ends with
 * the scope. Throws a CommandError with the lines that this process printed about its failure.
 */
export async function synthesise(scope: AsyncDisposableStack, directory: string, env = process.env): Promise<Assembly> {
  const child = spawn(process.execPath, [APP], {
    // Its own process group, so that it can be killed with all its children.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
    // Without CDK's validation of the template, which takes longer than the synthesis; `cdk synth` does it.
    env: {
      ...env,
      NODE_OPTIONS: '',
      CDK_VALIDATION: 'false',
      CDK_OUTDIR: directory,
      CDK_CONTEXT_JSON: JSON.stringify({ stage: 'dev' }),
    },
  });
  scope.defer(() => end(child));
  const stderr = text(child.stderr);
  await once(child, 'exit');
  if (child.exitCode !== 0) throw synthesisFault(directory, (await stderr).trim());
  return readAssembly(directory);
}

/** A full disk would show as the stacks of several programs. */
function synthesisFault(directory: string, stderr: string): CommandError {
  const isFull = /ENOSPC|EDQUOT|no space left|quota exceeded/i.test(stderr);
  return isFull ? notWritable(directory, 'it is full') : new CommandError(`The stack cannot be synthesised: ${stderr}`);
}

function notWritable(directory: string, why: string): CommandError {
  return new CommandError(`${directory} cannot be written (${why}): free some space, or set TMPDIR to another folder`);
}

/** Synthesises the dev stage into a directory of its own, which is deleted with the scope. */
export async function synthesiseDev(scope: AsyncDisposableStack, env = process.env): Promise<Assembly> {
  const directory = await mkdtempDisposable(join(tmpdir(), 'assembly-')).catch((error: unknown) => {
    throw notWritable(tmpdir(), error instanceof Error ? error.message : String(error));
  });
  return synthesise(scope, scope.use(directory).path, env);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  process.kill(-child.pid, 'SIGKILL');
  await exited;
}

const Manifest = v.object({
  artifacts: v.record(
    v.string(),
    v.object({ type: v.string(), properties: v.optional(v.record(v.string(), v.unknown()), {}) }),
  ),
});

const Assets = v.object({
  files: v.optional(
    v.record(
      v.string(),
      v.object({
        source: v.object({ path: v.string() }),
        destinations: v.record(v.string(), v.object({ objectKey: v.string() })),
      }),
    ),
    {},
  ),
});

/** Reads a synthesised directory, without CDK. Throws a CommandError unless there is exactly one stack. */
export async function readAssembly(directory: string): Promise<Assembly> {
  const { artifacts } = v.parse(Manifest, await readJson(directory, 'manifest.json'));
  const named = (type: string, property: string) =>
    Object.values(artifacts)
      .filter((artifact) => artifact.type === type)
      .map(({ properties }) => String(properties[property]));
  const [templateFile, ...more] = named('aws:cloudformation:stack', 'templateFile');
  if (templateFile === undefined || more.length > 0) {
    throw new CommandError('The local stage serves an app of exactly one stack');
  }
  const template = parseTemplate(await readJson(directory, templateFile));
  const assets = new Map<string, string>();
  for (const file of named('cdk:asset-manifest', 'file')) {
    for (const { source, destinations } of Object.values(v.parse(Assets, await readJson(directory, file)).files)) {
      for (const { objectKey } of Object.values(destinations)) assets.set(objectKey, join(directory, source.path));
    }
  }
  return { template, assets };
}

async function readJson(directory: string, file: string): Promise<unknown> {
  const path = join(directory, file);
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch {
    throw new CommandError(`There is no synthesised stack in ${directory}: ${path} cannot be read`);
  }
}
