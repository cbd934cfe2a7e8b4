import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { CommandError, newCommand, wholeNumber } from '../../command-line.ts';
import { runCommand } from '../../run-program.ts';
import { runStryker } from './run-stryker.ts';
import { ExplanationsSchema, judge } from './verdict.ts';

const EXPLANATIONS = 'docs/reliability/surviving-mutants.json';

/** Share of the mutants that tests must notice in a run over all files; in a few, most may be explained ones. */
const LEAST_SCORE = 0.97;

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
  .action(async ({ file, concurrency }) => {
    const explanations = v.parse(ExplanationsSchema, JSON.parse(await readFile(EXPLANATIONS, 'utf8')));
    const run = await runStryker(concurrency, file);
    const { mutants, score, unexplained, outdated } = judge(run, explanations, { isWhole: !file });
    if (mutants === 0) throw new CommandError('There is nothing to mutate in these files');
    show('No test notices, and no entry of the list explains:', unexplained);
    show('The list explains, but a test notices it, or it is gone:', outdated);
    console.log(`${String(mutants)} mutants, ${(100 * score).toFixed(2)} % noticed`);
    const isAsExplained = unexplained.length === 0 && outdated.length === 0;
    process.exitCode = isAsExplained && (file || score >= LEAST_SCORE) ? 0 : 1;
  });
await runCommand(command);
