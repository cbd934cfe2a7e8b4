import { synthesiseDev, type Assembly } from '../../stage/assembly.ts';
import type { FunctionDefinition } from '../../stage/functions/function-definition.ts';
import { newCommand, runCommand } from '../../command-line.ts';
import { check } from '../chaos/checker/check.ts';
import { runChaos, type ChaosOptions } from '../chaos/drive/run-chaos.ts';
import { faultRules } from '../chaos/proxy/default-rules.ts';
import { BREAKS, type Break } from './breaks.ts';
import { brokenBundle } from './broken-bundle.ts';

const OPTIONS: ChaosOptions = {
  seed: 1,
  requests: 300,
  seconds: 300,
  callers: 16,
  devices: 16,
  // What brings each to light: replies that are lost, at once or in silence while devices finish.
  rules: faultRules(
    0,
    new Map([
      ['reply-dropped', 0.1],
      ['hang-after-commit', 0.05],
    ]),
  ),
};

const command = newCommand(
  'npm run chaos:self-check --',
  'Shows that the checker of npm run chaos sees what it is there for: breaks start-upgrade in one way after the other, each ' +
    'time makes a run, and expects the break to be named. It takes about five minutes and changes no source.',
  '0 every break was named, 1 one was not',
).action(async () => {
  await using scope = new AsyncDisposableStack();
  const assembly = await synthesiseDev(scope);
  let missed = 0;
  for (const broken of BREAKS) if (!(await isNamed(broken, assembly))) missed += 1;
  process.exitCode = missed === 0 ? 0 : 1;
});

/** Prints what a run with this break finds. */
async function isNamed(broken: Break, assembly: Assembly): Promise<boolean> {
  await using scope = new AsyncDisposableStack();
  const LAMBDA_TASK_ROOT = await brokenBundle(scope, broken);
  const changeFunction = (definition: FunctionDefinition) => ({
    ...definition,
    env: { ...definition.env, LAMBDA_TASK_ROOT },
  });
  const { history } = await runChaos(OPTIONS, { served: { assembly, changeFunction } });
  const found = Map.groupBy(check(history), ({ rule }) => rule);
  const counts = [...found].map(([rule, violations]) => `${rule} ${String(violations.length)}`);
  console.log(`${found.has(broken.rule) ? '✓' : '✗'} ${broken.name}: ${counts.join(', ') || 'nothing found'}`);
  return found.has(broken.rule);
}

await runCommand(command);
