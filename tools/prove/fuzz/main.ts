import { inspect } from 'node:util';
import { Option } from '@commander-js/extra-typings';
import { SingleBar } from 'cli-progress';
import { newCommand, runCommand, wholeNumber } from '../../command-line.ts';
import { synthesiseDev } from '../../stage/assembly.ts';
import { fuzzEvents, fuzzRecords, KINDS } from './run.ts';
import { OPERATIONS, startFuzzStage, type Operation } from './stage.ts';

interface FuzzOptions {
  readonly seed: number;
  readonly runs: number;
  readonly records: number;
  readonly operation?: Operation | undefined;
}

/** Makes a run and prints its results; resolves to the exit code. */
async function fuzz({ seed, runs, records, operation }: FuzzOptions): Promise<number> {
  console.log(`seed ${String(seed)}`);
  await using scope = new AsyncDisposableStack();
  const stage = await startFuzzStage(scope, await synthesiseDev(scope));
  const bar = new SingleBar({ format: '{bar} {value} of {total} inputs, {duration_formatted}' });
  scope.defer(() => {
    bar.stop();
  });
  bar.start(runs + records * KINDS.length, 0);
  const onRun = () => {
    bar.increment();
  };
  const operations = operation === undefined ? OPERATIONS : [operation];
  const failures = [...(await fuzzEvents(stage, operations, { seed, runs, onRun }))];
  for (const kind of KINDS) failures.push(...(await fuzzRecords(stage, kind, { seed, runs: records, onRun })));
  bar.stop();
  for (const { part, what, input } of failures) console.log(`✗ ${part}: ${what}${shown(input)}`);
  const tried = `${String(runs)} events and ${String(records * KINDS.length)} records, seed ${String(seed)}`;
  console.log(failures.length === 0 ? `All properties held: ${tried}.` : `\nBroken, of ${tried}.`);
  return failures.length === 0 ? 0 : 1;
}

function shown(input: unknown): string {
  return input === undefined ? '' : `\n  input: ${inspect(input, { depth: null, maxStringLength: 2_000 })}`;
}

const command = newCommand(
  'npm run fuzz --',
  'Sends events of all kinds to the bundles, on a real engine with odd records, and checks every answer.',
  '0 all properties held, 1 one did not',
)
  .addOption(
    new Option('--seed <number>', 'the same seed makes the same inputs')
      .argParser(wholeNumber(0))
      .default(Math.floor(Math.random() * 1_000_000), 'any'),
  )
  .option('--runs <number>', 'events, shared among the operations', wholeNumber(0), 100_000)
  .option('--records <number>', 'odd records of each kind, 0 for none', wholeNumber(0), 1_000)
  .addOption(new Option('--operation <name>', 'this operation alone').choices(OPERATIONS))
  .action(async (options) => {
    process.exitCode = await fuzz(options);
  });
await runCommand(command);
