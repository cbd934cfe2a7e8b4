import { runCommand } from '../../operate/http-checks/command-line.ts';
import { check } from './checker/check.ts';
import { shrink } from './checker/shrink.ts';
import { tell } from './checker/tell.ts';
import { runChaos, type ChaosOptions } from './drive/run-chaos.ts';
import { HELP } from './help.ts';
import { readOptions } from './options.ts';
import { progressBar } from './progress-bar.ts';
import { summary } from './summary.ts';

/** Makes a run and prints what came of it; resolves to the exit code. */
async function chaos(options: ChaosOptions): Promise<number> {
  console.log(`seed ${String(options.seed)}`);
  const run = await runChaos(options, { onProgress: progressBar(options.requests, process.stderr) });
  for (const line of summary(run)) console.log(line);
  const violations = check(run.history);
  for (const violation of violations.slice(0, 5)) {
    const smallest = tell(shrink(run.history, violation)).map((line) => `    ${line}`);
    console.log([`\n✗ ${violation.rule}: ${violation.sn}: ${violation.what}`, ...smallest].join('\n'));
  }
  const seed = `seed ${String(options.seed)}`;
  console.log(violations.length === 0 ? 'The promise held.' : `\n${String(violations.length)} violations, ${seed}.`);
  return violations.length === 0 ? 0 : 1;
}

const args = process.argv.slice(2);
process.exitCode = await runCommand(args, HELP, () => chaos(readOptions(args)));
