/**
 * Shows that the checker of `npm run chaos` sees what it is there for: breaks the functions in one way after the other, on
 * the way into their bundle alone, and prints what a run then finds.
 */
import { parseOptions, runCommand } from '../../operate/http-checks/command-line.ts';
import { check } from '../chaos/checker/check.ts';
import { runChaos, type ChaosOptions } from '../chaos/drive/run-chaos.ts';
import { faultRules } from '../chaos/proxy/default-rules.ts';
import { SABOTAGES, type Sabotage } from './sabotages.ts';
import { sabotagedAssembly } from './sabotaged-assembly.ts';

const HELP = `Shows that the checker of npm run chaos names what is broken: breaks the functions in one way after the other, on the
way into their bundle alone, and makes a run with each. It takes about seven minutes.

  npm run sabotage

  --help  print this

Exit code: 0 each break was named, 1 one was not, 2 the command line makes no sense.`;

const OPTIONS: ChaosOptions = {
  seed: 1,
  requests: 600,
  seconds: 300,
  callers: 16,
  devices: 16,
  // What brings each to light: replies that are lost, at once or in silence while devices finish.
  rules: faultRules(
    0,
    new Map([
      ['reply-dropped', 0.1],
      ['hang-after-commit', 0.1],
    ]),
  ),
};

/** Whether the run names the break. */
async function isNamed({ name, changes, rule }: Sabotage): Promise<boolean> {
  const { history } = await runChaos(OPTIONS, { assemble: () => sabotagedAssembly(changes) });
  const found = Map.groupBy(check(history), (violation) => violation.rule);
  const counts = [...found].map(([broken, violations]) => `${broken} ${String(violations.length)}`);
  console.log(`${found.has(rule) ? '✓' : '✗'} ${name}: ${counts.join(', ') || 'nothing found'}`);
  return found.has(rule);
}

async function sabotageAll(args: readonly string[]): Promise<number> {
  parseOptions(args, {});
  let missed = 0;
  for (const sabotage of SABOTAGES) if (!(await isNamed(sabotage))) missed += 1;
  return missed === 0 ? 0 : 1;
}

const args = process.argv.slice(2);
process.exitCode = await runCommand(args, HELP, () => sabotageAll(args));
