/**
 * Mutation testing: shows which small breaks of the functions no test notices, and fails unless each of them is explained
 * and all others, at least nine in ten, are noticed.
 */
import { runCommand } from '../../operate/http-checks/command-line.ts';
import { UsageError } from '../../operate/http-checks/usage-error.ts';
import { explainedSurvivors } from './explained.ts';
import { HELP } from './help.ts';
import { readOptions, type MutationOptions } from './options.ts';
import { runStryker } from './run-stryker.ts';
import type { Survivor } from './survivors.ts';
import { judge, LEAST_SCORE } from './verdict.ts';

async function mutate(options: MutationOptions): Promise<number> {
  const report = await runStryker(options);
  if (report === undefined) return 1;
  const { mutants, score, unexplained, outdated } = judge(report, await explainedSurvivors());
  if (mutants === 0) throw new UsageError('There is nothing to mutate in these files');
  show('No test notices, and no entry of the list explains:', unexplained);
  show('The list explains, but a test notices it, or it is gone:', outdated);
  console.log(`${String(mutants)} mutants, ${(100 * score).toFixed(2)} % noticed`);
  // Of a few files most mutants may be explained ones.
  const isHighEnough = options.files.length > 0 || score >= LEAST_SCORE;
  return isHighEnough && unexplained.length === 0 && outdated.length === 0 ? 0 : 1;
}

function show(title: string, survivors: readonly Survivor[]): void {
  if (survivors.length > 0) console.log(`\n${title}\n${JSON.stringify(survivors, null, 2)}\n`);
}

const args = process.argv.slice(2);
process.exitCode = await runCommand(args, HELP, () => mutate(readOptions(args)));
