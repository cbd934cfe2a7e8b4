import { styleText } from 'node:util';
import { exitCodeOf, type ProgramContext } from '../../command-line.ts';
import { casesFor, missingFor, type Given } from '../../contract/cases/all.ts';
import { runCases, type Outcome } from '../../contract/run-cases.ts';
import { optionsFor, outcomeLines, summary } from './report.ts';

interface Options {
  readonly url: string;
  readonly timeout: number;
  readonly json?: true | undefined;
  /** Only the smoke check's cases; it does not tell what it leaves out. */
  readonly quick?: boolean;
}

/** Runs a command that checks a stage. Returns its exit code: 1 also when a check fails. */
export async function runProgram(
  args: readonly string[],
  context: ProgramContext,
  define: (check: (given: Given, options: Options) => Promise<void>) => Parameters<typeof exitCodeOf>[0],
): Promise<number> {
  const result = { passed: true };
  const command = define(async (given, options) => {
    result.passed = await checkStage(given, options, (line) => context.stdout.write(`${line}\n`));
  });
  const code = await exitCodeOf(command, args, ({ message }) => context.stderr.write(`error: ${message}\n`));
  return result.passed ? code : 1;
}

/** Runs the cases that are possible with what is given, and prints a report. Returns whether all passed. */
async function checkStage(given: Given, options: Options, print: (line: string) => void): Promise<boolean> {
  const { url, timeout: timeoutSeconds, json = false, quick = false } = options;
  const cases = casesFor(given).filter((each) => each.stage === undefined && (!quick || each.quick));
  const { possible = [], leftOut = [] } = Object.groupBy(cases, (each) =>
    missingFor(each, given).length === 0 ? 'possible' : 'leftOut',
  );
  const secrets = [given.admin, given.user].flatMap((session) => session?.sid ?? []);
  const checks: Outcome[] = [];
  for await (const outcome of runCases(possible, { url, secrets, timeoutSeconds })) {
    if (!json && outcome.rule !== checks.at(-1)?.rule) print(styleText('bold', outcome.rule));
    checks.push(outcome);
    if (!json) print(outcomeLines(outcome));
  }
  const notMade = possible.length - checks.length;
  const passed = notMade === 0 && checks.every((check) => check.passed);
  const notChecked = (quick ? [] : leftOut).map(({ rule, name, needs }) => {
    return { rule, name, needs: optionsFor(missingFor({ needs }, given)) };
  });
  const run = { url, passed, notMade, notChecked, checks };
  print(json ? JSON.stringify(run, null, 2) : summary(run, given.start === true));
  return passed;
}
