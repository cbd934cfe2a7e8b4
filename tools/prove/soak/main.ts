import { SingleBar } from 'cli-progress';
import { runCommand } from '../../operate/http-checks/command-line.ts';
import { HELP } from './help.ts';
import { readOptions, type SoakOptions } from './options.ts';
import { runSoak } from './run-soak.ts';
import { judge, type Verdict } from './verdict.ts';
import { writeResults } from './write-results.ts';

/** Makes a run, writes and prints what came of it; resolves to the exit code. */
async function soak(options: SoakOptions): Promise<number> {
  const bar = new SingleBar({ format: '{bar} {value} of {total} s' });
  bar.start(options.seconds, 0);
  const { samples, failed } = await runSoak(options, () => {
    bar.increment();
  });
  bar.stop();
  const verdicts = judge(samples);
  await writeResults(options.out, samples, verdicts);
  const requests = samples.reduce((sum, sample) => sum + sample.requests, 0);
  console.log(`${String(requests)} requests in ${String(samples.length)} s, ${String(failed.length)} failed`);
  for (const line of [...new Set(failed)].slice(0, 5)) console.log(`  ${line}`);
  for (const verdict of verdicts) console.log(verdictLine(verdict));
  return failed.length === 0 && verdicts.every(({ flat }) => flat) ? 0 : 1;
}

function verdictLine({ measure, growth, allowed, flat }: Verdict): string {
  return `${flat ? '✓ flat' : '✗ grew'}  ${measure}: by ${growth.toFixed(1)}, ${allowed.toFixed(1)} allowed`;
}

const args = process.argv.slice(2);
process.exitCode = await runCommand(args, HELP, () => soak(readOptions(args)));
