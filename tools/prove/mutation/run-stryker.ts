import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import * as v from 'valibot';
import { synthesiseDev } from '../../stage/assembly.ts';
import { startStage, type StageDescription } from '../../stage/stage.ts';
import { ReportSchema, type Report } from './verdict.ts';

const STRYKER = 'node_modules/@stryker-mutator/core/bin/stryker.js';
const CONFIG = 'tools/prove/mutation/stryker.config.json';
/** Where Stryker writes its report, according to its configuration. */
const REPORT = '.local/mutation/report.json';

export interface MutationOptions {
  /** Globs of the files to mutate; all files if not given. */
  readonly file?: readonly string[] | undefined;
  /** Test runners in parallel. */
  readonly concurrency: number;
}

/**
 * Mutates the functions and runs the tests on each mutant, with a local stage as in `npm test`. Undefined if Stryker did
 * not finish, for example because a test fails without any mutant: it has reported that itself.
 */
export async function runStryker(options: MutationOptions): Promise<Report | undefined> {
  await using scope = new AsyncDisposableStack();
  const { url, dynamodbEndpoint, region, tables } = await startStage(scope, { assembly: await synthesiseDev(scope) });
  const stage: StageDescription = { url, dynamodbEndpoint, region, tables };
  // A report of an earlier run must not pass for this one's.
  await rm(REPORT, { force: true });
  const code = await stryker(options, { ...process.env, TEST_STAGE: JSON.stringify(stage) });
  return code === 0 ? v.parse(ReportSchema, JSON.parse(await readFile(REPORT, 'utf8'))) : undefined;
}

async function stryker({ file, concurrency }: MutationOptions, env: NodeJS.ProcessEnv): Promise<unknown> {
  const only = file === undefined ? [] : ['--mutate', file.join(',')];
  const args = [STRYKER, 'run', CONFIG, '--concurrency', String(concurrency), ...only];
  const child = spawn(process.execPath, args, { stdio: 'inherit', env });
  const exit: unknown[] = await once(child, 'exit');
  return exit[0];
}
