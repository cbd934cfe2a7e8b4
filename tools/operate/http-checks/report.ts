import { stripVTControlCharacters, styleText } from 'node:util';
import type { Outcome } from './run-checks.ts';

const LONGEST_LINE = 300;

/** A whole run. */
export interface Run {
  readonly url: string;
  readonly outcomes: readonly Outcome[];
  /** Number of checks, including those skipped after a request without an answer. */
  readonly total: number;
  /** Whether the user asked for an upgrade to be started. */
  readonly start: boolean;
}

export function allPassed({ outcomes, total }: Run): boolean {
  return outcomes.length === total && outcomes.every(({ passed }) => passed);
}

/** A check in one line, with what went wrong below it. `styleText` colours only on a terminal that supports it. */
export function outcomeLines({ name, passed, expected, got, faults }: Outcome): string {
  if (passed) return `${styleText('green', '✓')} ${name}`;
  const below = [`expected ${expected}`, `got      ${got}`, ...faults.map((fault) => `         ${fault}`)];
  return [`${styleText('red', '✗')} ${name}`, ...below.map((line) => `    ${oneLine(line)}`)].join('\n');
}

/** The last line. */
export function summaryLine({ url, outcomes, total, start }: Run): string {
  const passed = outcomes.filter((outcome) => outcome.passed).length;
  const notMade = total - outcomes.length;
  const rest = notMade > 0 ? `, ${String(notMade)} were not made` : '';
  return `${String(passed)} of ${String(total)} checks passed${rest}: ${url}.${start ? '' : ' Nothing was started.'}`;
}

/** The whole run as JSON, with the outcomes as the tool gives them. */
export function jsonReport(run: Run, outcomes: object): string {
  const { url, total } = run;
  return JSON.stringify({ url, passed: allPassed(run), notMade: total - run.outcomes.length, ...outcomes }, null, 2);
}

/** A server's answer may be long, have many lines, and hold terminal control codes. */
function oneLine(text: string): string {
  const line = stripVTControlCharacters(text).replace(/\p{Cc}+/gu, ' ');
  return line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)}…` : line;
}
