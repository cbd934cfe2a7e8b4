import { SingleBar } from 'cli-progress';
import { newCommand, runCommand, wholeNumber } from '../../command-line.ts';
import { writeResults } from './results.ts';
import { runSoak, type SoakOptions } from './run-soak.ts';
import { judge, type Verdict } from './verdict.ts';

/** Makes a run, writes and prints its results; resolves to the exit code. */
async function soak({ out, ...options }: SoakOptions & { readonly out: string }): Promise<number> {
  const bar = new SingleBar({ format: '{bar} {value} of {total} s' });
  bar.start(options.minutes * 60, 0);
  const { samples, failed } = await runSoak(options, () => {
    bar.increment();
  });
  bar.stop();
  const verdicts = judge(samples);
  await writeResults(out, samples, verdicts);
  const requests = samples.reduce((sum, sample) => sum + sample.requests, 0);
  console.log(`${String(requests)} requests in ${String(samples.length)} s, ${String(failed.length)} failed`);
  for (const line of [...new Set(failed)].slice(0, 5)) console.log(`  ${line}`);
  for (const verdict of verdicts) console.log(verdictLine(verdict));
  return failed.length === 0 && verdicts.every(({ flat }) => flat) ? 0 : 1;
}

function verdictLine({ measure, growth, allowed, flat }: Verdict): string {
  return `${flat ? '✓ flat' : '✗ grew'}  ${measure}: by ${growth.toFixed(1)}, ${allowed.toFixed(1)} allowed`;
}

const command = newCommand(
  'npm run soak --',
  'Keeps a local stage under a steady mixed load, and judges whether memory, latency and sockets stay flat.',
  '0 all is flat, 1 something grew or a request failed',
)
  .option('--minutes <number>', 'how long', wholeNumber(1, 9_999), 10)
  .option('--rate <number>', 'requests a second', wholeNumber(1, 9_999), 40)
  .option('--out <directory>', 'where soak.csv, soak.json and soak.svg go', 'docs/reliability')
  .action(async (options) => {
    process.exitCode = await soak(options);
  });
await runCommand(command);
