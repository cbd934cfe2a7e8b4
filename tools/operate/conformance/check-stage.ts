import { styleText } from 'node:util';
import { exitCodeOf, type ProgramContext } from '../../command-line.ts';
import { casesFor, missingFor, type Given } from '../../contract/cases/all.ts';
import type { Case, Need } from '../../contract/cases/case.ts';
import { runCases, type Outcome } from '../../contract/run-cases.ts';
import { allPassed, jsonReport, outcomeLines, summary, type NotChecked } from './report.ts';

interface Options {
  readonly url: string;
  readonly timeout: number;
  readonly json?: true | undefined;
  /** Only the smoke check's cases; it does not tell what it leaves out. */
  readonly quick?: boolean;
}

/** The options that give what cases need. */
const OPTIONS: Readonly<Record<Need, string>> = {
  admin: '--admin-sid and --admin-uid',
  user: '--user-sid and --user-uid',
  sn: '--sn',
  firmwareId: '--firmware-id',
  unavailableFirmwareId: '--unavailable-firmware-id',
  unlike: '--other-sn',
  start: '--start',
};

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
  const possible = cases.filter((each) => missingFor(each, given).length === 0);
  const secrets = [given.admin, given.user].flatMap((session) => session?.sid ?? []);
  const outcomes: Outcome[] = [];
  for await (const outcome of runCases(possible, { url, secrets, timeoutSeconds })) {
    if (!json && outcome.rule !== outcomes.at(-1)?.rule) print(styleText('bold', outcome.rule));
    outcomes.push(outcome);
    if (!json) print(outcomeLines(outcome));
  }
  const notChecked = quick ? [] : cases.filter((each) => !possible.includes(each)).map((each) => leftOut(each, given));
  const run = { url, outcomes, notChecked, total: possible.length, start: given.start === true };
  print(json ? jsonReport(run) : summary(run));
  return allPassed(run);
}

function leftOut(of: Case, given: Given): NotChecked {
  const { rule, name } = of;
  return {
    rule,
    name,
    needs: missingFor(of, given)
      .map((need) => OPTIONS[need])
      .join(' and '),
  };
}
