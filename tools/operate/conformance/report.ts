import { stripVTControlCharacters, styleText } from 'node:util';
import type { Outcome } from '../../contract/run-cases.ts';

const LONGEST_LINE = 300;

/** A case that was left out, and the options that it needs. */
export interface NotChecked {
  readonly rule: string;
  readonly name: string;
  readonly needs: string;
}

/** A whole run. */
export interface Run {
  readonly url: string;
  readonly outcomes: readonly Outcome[];
  readonly notChecked: readonly NotChecked[];
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
  if (passed) return `  ${styleText('green', '✓')} ${name}`;
  const below = [`expected ${expected}`, `got      ${got}`, ...faults.map((fault) => `         ${fault}`)];
  return [`  ${styleText('red', '✗')} ${name}`, ...below.map((line) => `      ${oneLine(line)}`)].join('\n');
}

/** The end of a report for people: what was left out, and the sum. */
export function summary({ url, outcomes, notChecked, total, start }: Run): string {
  const passed = outcomes.filter((outcome) => outcome.passed).length;
  const notMade = total - outcomes.length;
  const rest = notMade > 0 ? `, ${String(notMade)} were not made` : '';
  return [
    ...notChecked.map(({ rule, name, needs }) => `– not checked: ${rule}: ${name} (needs ${needs})`),
    `${String(passed)} of ${String(total)} checks passed${rest}: ${url}.${start ? '' : ' Nothing was started.'}`,
  ].join('\n');
}

/** The whole run as JSON. */
export function jsonReport(run: Run): string {
  const { url, total, outcomes, notChecked } = run;
  const report = { url, passed: allPassed(run), notMade: total - outcomes.length, notChecked, checks: outcomes };
  return JSON.stringify(report, null, 2);
}

/** A server's answer may be long, have many lines, and hold terminal control codes. */
function oneLine(text: string): string {
  const line = stripVTControlCharacters(text).replace(/\p{Cc}+/gu, ' ');
  return line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)}…` : line;
}
