import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { CommandError, newCommand, runCommand, wholeNumber } from '../../command-line.ts';
import { runStryker, type MutationOptions } from './run-stryker.ts';
import { ExplanationsSchema, judge } from './verdict.ts';

const EXPLANATIONS = 'docs/reliability/surviving-mutants.json';

/** Share of the mutants that tests must notice. */
const LEAST_SCORE = 0.97;

/** Makes a run and prints its results; resolves to the exit code. */
async function mutate(options: MutationOptions): Promise<number> {
  const explanations = v.parse(ExplanationsSchema, JSON.parse(await readFile(EXPLANATIONS, 'utf8')));
  const report = await runStryker(options);
  if (report === undefined) return 1;
  const { mutants, score, unexplained, outdated } = judge(report, explanations, {
    isWhole: options.file === undefined,
  });
  if (mutants === 0) throw new CommandError('There is nothing to mutate in these files');
  show('No test notices, and no entry of the list explains:', unexplained);
  show('The list explains, but a test notices it, or it is gone:', outdated);
  console.log(`${String(mutants)} mutants, ${(100 * score).toFixed(2)} % noticed`);
  // With only a few files, most mutants may be explained ones.
  const isHighEnough = options.file !== undefined || score >= LEAST_SCORE;
  return isHighEnough && unexplained.length === 0 && outdated.length === 0 ? 0 : 1;
}

function show(title: string, mutants: readonly object[]): void {
  if (mutants.length > 0) console.log([title, ...mutants.map((mutant) => JSON.stringify(mutant))].join('\n  '));
}

const command = newCommand(
  'npm run mutation --',
  'Breaks the functions in many small ways, one after the other, and finds out which breaks no test notices. Those must ' +
    `be the ones that ${EXPLANATIONS} explains.`,
  '0 none but those survive and 97 % are noticed, 1 otherwise',
)
  .option('--file <glob...>', 'break these files only, such as functions/http/*.ts')
  .option('--concurrency <number>', 'test runners side by side', wholeNumber(1, 99), 2)
  .action(async (options) => {
    process.exitCode = await mutate(options);
  });
await runCommand(command);
