import { stripVTControlCharacters, styleText } from 'node:util';
import type { Outcome } from './run-checks.ts';

const LONGEST_LINE = 300;

/** How a whole run ended. */
export interface Run {
  readonly url: string;
  readonly outcomes: readonly Outcome[];
  /** Checks that there were, those included that were not made any more. */
  readonly total: number;
  /** Whether the user asked for an upgrade to be started. */
  readonly start: boolean;
}

export function allPassed({ outcomes, total }: Run): boolean {
  return outcomes.length === total && outcomes.every(({ passed }) => passed);
}

/** A check in one line, and below it what went wrong. Coloured only on a terminal that wants it: so is `styleText`. */
export function outcomeLines({ name, passed, expected, got, faults }: Outcome): string {
  if (passed) return `${styleText('green', '✓')} ${name}`;
  const below = [`expected ${expected}`, `got      ${got}`, ...faults.map((fault) => `         ${fault}`)];
  return [`${styleText('red', '✗')} ${name}`, ...below.map((line) => `    ${oneLine(line)}`)].join('\n');
}

/** The last line. */
export function summaryLine(run: Run): string {
  const { url, outcomes, total, start } = run;
  const passed = outcomes.filter((outcome) => outcome.passed).length;
  const notMade = total - outcomes.length;
  const counts = `${String(passed)} of ${String(total)} checks passed`;
  const rest = notMade > 0 ? `, ${String(notMade)} were not made` : '';
  const started = start ? '' : ' Nothing was started.';
  return `${counts}${rest}: ${url} ${allPassed(run) ? 'is well' : 'is not well'}.${started}`;
}

/** The whole run for machines. */
export function jsonReport(run: Run): string {
  const { url, outcomes, total } = run;
  return JSON.stringify({ url, passed: allPassed(run), notMade: total - outcomes.length, checks: outcomes }, null, 2);
}

/** What a server sent may be long, of many lines, and hold codes that a terminal obeys. */
function oneLine(text: string): string {
  const line = stripVTControlCharacters(text).replace(/\p{Cc}+/gu, ' ');
  return line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)}…` : line;
}
