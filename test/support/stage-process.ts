import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll } from '@jest/globals';
import { assembliesFolder } from './assemblies.ts';
import { until } from './until.ts';
import type { StageDescription } from '../../tools/stage/running-stages.ts';

const START = fileURLToPath(new URL('../../tools/stage/start.js', import.meta.url));

/** Arguments that make a stage serve what was synthesised for the whole run. */
export const PREPARED = ['--assembly', join(assembliesFolder(), 'dev')];

export interface StageProcess {
  readonly process: ChildProcess;
  /** The folder in which it runs and keeps its state. */
  readonly folder: string;
  /** What it has printed on standard output so far, and on standard error. */
  output: string;
  errors: string;
  /** Resolves when the stage is ready; rejects if it ends first. */
  ready(): Promise<StageDescription>;
  exitCode(): Promise<number | null>;
}

const runs: { readonly child: ChildProcess; readonly closed: Promise<unknown>; readonly folder: string }[] = [];

// Not after each test: some run side by side.
afterAll(async () => {
  for (const { child, closed, folder } of runs.splice(0)) {
    child.kill('SIGKILL');
    await closed;
    await rm(folder, { recursive: true, force: true });
  }
});

/**
 * Starts the local stage as `npm start -- ARGS` does, in a folder of its own after `prepare` has run, and on any free port
 * unless `env` says otherwise.
 */
export async function stageProcess(
  args: readonly string[] = [],
  env: NodeJS.ProcessEnv = {},
  prepare: (folder: string) => Promise<void> = () => Promise.resolve(),
): Promise<StageProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'stage-process-'));
  await prepare(folder);
  // When killed outright, it cannot remove its temporary files.
  const variables = { ...process.env, TMPDIR: folder, NODE_OPTIONS: '', PORT: '0', ...env };
  const child = spawn(process.execPath, [START, ...args], { cwd: folder, env: variables });
  const closed = once(child, 'close');
  const run: StageProcess = {
    process: child,
    folder,
    output: '',
    errors: '',
    ready: async () => {
      while (!run.output.includes('Local stage ready')) {
        if (child.exitCode !== null) throw new Error(run.errors);
        await pause(50);
      }
      const [port = ''] = /(?<=ready on http:\/\/127\.0\.0\.1:)\d+/.exec(run.output) ?? [];
      return JSON.parse(await readFile(join(folder, '.local', 'stages', `${port}.json`), 'utf8')) as StageDescription;
    },
    exitCode: async () => {
      await closed;
      return child.exitCode;
    },
  };
  runs.push({ child, closed, folder });
  child.stdout.on('data', (data) => (run.output += String(data)));
  child.stderr.on('data', (data) => (run.errors += String(data)));
  return run;
}

/** Makes this folder a JAVA_HOME, whose Java hands all that an engine is asked on to the one at this endpoint. */
export async function javaHomeBefore(endpoint: string, home: string): Promise<string> {
  await mkdir(join(home, 'bin'), { recursive: true });
  const script = `#!${process.execPath}
    const { connect, createServer } = require('node:net');
    // A stage that is killed breaks its connections.
    process.on('uncaughtException', () => undefined);
    const port = process.argv[process.argv.indexOf('-port') + 1];
    createServer((from) => from.pipe(connect(${new URL(endpoint).port})).pipe(from)).listen(port, '127.0.0.1');`;
  await writeFile(join(home, 'bin', 'java'), script, { mode: 0o755 });
  return home;
}

/** Whether anything still answers at a URL. */
const answers = (url: string) =>
  fetch(url).then(
    () => true,
    () => false,
  );

/** Resolves once nothing answers at the URL any more. */
export const goneFrom = (url: string) => until(async () => !(await answers(url)));

/** Ids of all descendants of a process. */
export async function processesBelow(pid: number): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-eo', 'pid=,ppid=']);
  const rows = stdout.split('\n').map((line) => line.trim().split(/\s+/).map(Number));
  const below = (parent: number): number[] =>
    rows.filter(([, ppid]) => ppid === parent).flatMap(([child = 0]) => [child, ...below(child)]);
  return below(pid);
}

export const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};
