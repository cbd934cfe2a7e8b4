import { SingleBar } from 'cli-progress';
import { runCommand } from '../../operate/http-checks/command-line.ts';
import { HELP } from './help.ts';
import { readOptions, type FuzzOptions } from './options.ts';
import { KINDS } from './records/kinds.ts';
import { failureText } from './run/report.ts';
import { fuzzRecords } from './run/fuzz-records.ts';
import { runFuzz } from './run/run-fuzz.ts';
import { startOwnStage } from './stage/own-stage.ts';

/** Makes a run and prints what came of it; resolves to the exit code. */
async function fuzz({ seed, runs, records, operations }: FuzzOptions): Promise<number> {
  console.log(`seed ${String(seed)}`);
  const stage = await startOwnStage();
  const bar = new SingleBar({ format: '{bar} {value} of {total} inputs, {duration_formatted}' });
  try {
    bar.start(runs + records * KINDS.length, 0);
    const onRun = () => {
      bar.increment();
    };
    const failures = [...(await runFuzz(stage, operations, { seed, runs, onRun }))];
    for (const kind of KINDS) failures.push(...(await fuzzRecords(stage, kind, { seed, runs: records, onRun })));
    bar.stop();
    for (const failure of failures) console.log(failureText(failure));
    const tried = `${String(runs)} events and ${String(records * KINDS.length)} records, seed ${String(seed)}`;
    console.log(failures.length === 0 ? `All properties held: ${tried}.` : `\nBroken, of ${tried}.`);
    return failures.length === 0 ? 0 : 1;
  } finally {
    bar.stop();
    await stage.close();
  }
}

const args = process.argv.slice(2);
process.exitCode = await runCommand(args, HELP, () => fuzz(readOptions(args)));
