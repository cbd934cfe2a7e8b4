import { inspect } from 'node:util';
import { Option } from '@commander-js/extra-typings';
import { newCommand, wholeNumber } from '../../command-line.ts';
import { runCommand } from '../../run-program.ts';
import { synthesiseDev } from '../../stage/assembly.ts';
import { fuzzEvents, type Plan } from './run.ts';
import { startFuzzStage } from './stage.ts';

/** Makes a run and prints its results; resolves to the exit code. */
async function fuzz(plan: Plan): Promise<number> {
  const tried = `${String(plan.runs)} events, seed ${String(plan.seed)}`;
  console.log(`Trying ${tried}, some minutes for each 100,000`);
  await using scope = new AsyncDisposableStack();
  const stage = await startFuzzStage(scope, { assembly: await synthesiseDev(scope) });
  const failures = await fuzzEvents(stage, plan);
  for (const { operation, what, input } of failures) console.log(`✗ ${operation}: ${what}${shown(input)}`);
  console.log(failures.length === 0 ? `All properties held: ${tried}.` : `\nBroken, of ${tried}.`);
  return failures.length === 0 ? 0 : 1;
}

function shown(input: unknown): string {
  return input === undefined ? '' : `\n  input: ${inspect(input, { depth: null, maxStringLength: 2_000 })}`;
}

const command = newCommand(
  'npm run fuzz --',
  'Sends events of all kinds to the bundles, on a real engine, and checks every answer.',
  '0 all properties held, 1 one did not',
)
  .addOption(
    new Option('--seed <number>', 'the same seed makes the same events')
      .argParser(wholeNumber(0))
      .default(Math.floor(Math.random() * 1_000_000), 'any'),
  )
  .option('--runs <number>', 'events, shared among the operations', wholeNumber(0), 100_000)
  .action(async (plan) => {
    process.exitCode = await fuzz(plan);
  });
await runCommand(command);
