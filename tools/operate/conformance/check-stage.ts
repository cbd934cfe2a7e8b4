import { styleText } from 'node:util';
import { visible, visibleJson, type ProgramContext } from '../../command-line.ts';
import { casesFor, missingFor, type Given } from '../../contract/cases/all.ts';
import type { Case, Need } from '../../contract/cases/case.ts';
import { runCases, type Outcome } from '../../contract/run-cases.ts';
import type { Ending } from '../../ending.ts';
import { errorPrinter, exitCodeOf } from '../../run-program.ts';
import { baseUrlFor } from './options.ts';

const LONGEST_LINE = 300;

interface Options {
  readonly url: string;
  readonly timeout: number;
  readonly json?: true | undefined;
  /** Only the smoke check's cases. */
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
    result.passed = await checkStage(given, options, context);
  });
  const code = await exitCodeOf(command, args, errorPrinter(args, context), context);
  return result.passed ? code : code || 1;
}

/** Runs the cases that are possible with what is given, and prints a report. Returns whether all passed. */
async function checkStage(given: Given, options: Options, { stdout, ending }: ProgramContext): Promise<boolean> {
  const { timeout: timeoutSeconds, json, quick } = options;
  const print = (line: string) => stdout.write(`${line}\n`);
  const url = baseUrlFor(options.url, given.admin ?? given.user);
  const say = json ? () => undefined : print;
  const { possible, leftOut } = casesOf(given, quick);
  const secrets = [given.admin, given.user].flatMap((session) => session?.sid ?? []);
  const checks: Outcome[] = [];
  const made = () => `${String(checks.length)} of ${String(possible.length)} checks were made`;
  const passing = () => checks.filter((check) => check.passed).length;
  ending.tellEarly(() => `${made()}, ${String(passing())} passed: run it again`);
  for await (const outcome of settling(ending, runCases(possible, { url, secrets, timeoutSeconds }))) {
    if (outcome.rule !== checks.at(-1)?.rule) say(styleText('bold', outcome.rule));
    checks.push(outcome);
    say(outcomeLines(outcome));
  }
  const passed = passing() === possible.length;
  const notChecked = leftOut.map(({ rule, name, needs }) => {
    return { rule, name, needs: optionsFor(missingFor({ needs }, given)) };
  });
  const notMade = possible.length - checks.length;
  if (json) print(visibleJson({ url, passed, notMade, notChecked, checks }, 2));
  for (const { rule, name, needs } of notChecked) say(`– not checked: ${rule}: ${name} (needs ${needs})`);
  const started = (given.start ?? given.kept) ? '' : ' Nothing was started.';
  say(`${sumOf(passing(), checks.length, possible.length)}: ${url}.${started}`);
  return passed;
}

/** `7 of 8 checks passed, 1 were not made` */
function sumOf(passed: number, made: number, all: number): string {
  const rest = made < all ? `, ${String(all - made)} were not made` : '';
  return `${String(passed)} of ${String(all)} checks passed${rest}`;
}

/** The same outcomes. No check is cut off, as it may have started an upgrade. */
async function* settling(ending: Ending, outcomes: AsyncGenerator<Outcome, void>): AsyncGenerator<Outcome, void> {
  for (;;) {
    const { done, value } = await ending.settle(() => outcomes.next());
    if (done) return;
    yield value;
  }
}

/** The cases for a stage that is not ours. The smoke check does not tell what it leaves out. */
function casesOf(given: Given, quick: boolean | undefined) {
  const isPossible = (each: Case) => missingFor(each, given).length === 0;
  const cases = casesFor(given).filter((each) => each.stage === undefined);
  const asked = quick ? cases.filter((each) => each.quick && isPossible(each)) : cases;
  return { possible: asked.filter(isPossible), leftOut: asked.filter((each) => !isPossible(each)) };
}

/** The options that give what cases need. */
const OPTIONS: Readonly<Record<Need, string>> = {
  admin: '--admin-sid and --admin-uid',
  user: '--user-sid and --user-uid',
  sn: '--sn',
  firmwareId: '--firmware-id',
  unavailableFirmwareId: '--unavailable-firmware-id',
  unlike: '--other-sn',
  kept: '--claim',
  start: '--start',
};

function optionsFor(needs: readonly Need[]): string {
  return needs.map((need) => OPTIONS[need]).join(' and ');
}

/** A check in one line, with what went wrong below it. `styleText` colours only on a terminal that supports it. */
function outcomeLines({ name, passed, expected, got, faults }: Outcome): string {
  if (passed) return `  ${styleText('green', '✓')} ${name}`;
  const below = [`expected ${expected}`, `got      ${got}`, ...faults.map((fault) => `         ${fault}`)];
  return [`  ${styleText('red', '✗')} ${name}`, ...below.map((line) => `      ${oneLine(line)}`)].join('\n');
}

/** A server's answer may be long, have many lines, and hold terminal control codes. */
function oneLine(text: string): string {
  const line = visible(text);
  return line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)}…` : line;
}
