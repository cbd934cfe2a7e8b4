import { InvalidArgumentError } from '@commander-js/extra-typings';
import { newCommand, numberUpTo, wholeNumber } from '../../command-line.ts';
import { runCommand } from '../../run-program.ts';
import { check } from './checker/check.ts';
import { shrink } from './checker/shrink.ts';
import { historyLines } from './checker/text.ts';
import { runChaos, type ChaosOptions } from './drive/run-chaos.ts';
import { FAULT_NAMES, faultRules, type FaultName } from './faults/fault-plan.ts';
import { summary } from './summary.ts';

const A_DAY = 86_400;
/** Of one violation: a roll-out has many. */
const MOST_LINES = 100;

const command = newCommand(
  'npm run chaos --',
  'Tries to break the promises of start-upgrade, cancel-upgrade and roll-outs under faults, and checks afterwards that they held.',
  '0 the promise held, 1 it did not',
)
  .option('--seed <n>', 'decides requests, devices and faults; random by default', wholeNumber(0))
  .option('--requests <n>', 'stop after this many requests', wholeNumber(1), 10_000)
  .option('--seconds <n>', 'stop after this many seconds', wholeNumber(1), A_DAY)
  .option('--callers <n>', 'callers at the same time', wholeNumber(1), 24)
  .option('--devices <n>', 'devices that they share', wholeNumber(1), 60)
  .option('--operators <n>', 'operators, each with one roll-out of some of them at a time', wholeNumber(0), 6)
  .option('--faults <factor>', 'multiplies the rates of all faults; 0 switches them off', numberUpTo(10), 1)
  .option('--fault <name=rate>', 'share of calls, 0 to 1, that meet this fault; may be repeated', faultRate, new Map())
  .addHelpText('after', `\nFaults: ${FAULT_NAMES.join(', ')}.`)
  .action(async ({ seed = Math.floor(Math.random() * 1_000_000), faults, fault, ...limits }) => {
    const violations = await chaos({ ...limits, seed, rules: faultRules(faults, fault) });
    process.exitCode = violations === 0 ? 0 : 1;
  });

/** Parses an option that may be repeated, such as `hang=0.1`, and adds it to the rates `given` so far. */
function faultRate(text: string, given: ReadonlyMap<FaultName, number>): ReadonlyMap<FaultName, number> {
  const [name, rate = ''] = text.split('=');
  const fault = FAULT_NAMES.find((one) => one === name);
  if (fault === undefined) throw new InvalidArgumentError(`The faults are ${FAULT_NAMES.join(', ')}.`);
  return new Map([...given, [fault, numberUpTo(1)(rate)]]);
}

/** Makes a run and prints its results; resolves to the number of violations. */
async function chaos(options: ChaosOptions): Promise<number> {
  const seed = `seed ${String(options.seed)}`;
  console.log(seed);
  const run = await runChaos(options, { onProgress });
  for (const line of summary(run)) console.log(line);
  const violations = check(run.history);
  for (const violation of violations.slice(0, 5)) {
    const smallest = historyLines(shrink(run.history, violation))
      .map((line) => `    ${line}`)
      .slice(-MOST_LINES);
    console.log([`\n✗ ${violation.rule}: ${violation.sn}: ${violation.what}`, ...smallest].join('\n'));
  }
  console.log(violations.length === 0 ? 'The promise held.' : `\n${String(violations.length)} violations, ${seed}.`);
  return violations.length;
}

function onProgress(made: number): void {
  if (made % 1_000 === 0) console.log(`${String(made)} requests`);
}

await runCommand(command);
