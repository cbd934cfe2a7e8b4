import { styleText } from 'node:util';
import { visible } from '../../command-line.ts';
import type { Case, Need } from '../../contract/cases/case.ts';
import type { Outcome } from '../../contract/run-cases.ts';

const LONGEST_LINE = 300;

/** A whole run. */
export interface Run {
  readonly url: string;
  readonly checks: readonly Outcome[];
  /** The cases that were left out, and what each needs. */
  readonly notChecked: readonly (Pick<Case, 'rule' | 'name'> & { readonly needs: string })[];
  /** Checks that were skipped after a request without an answer. */
  readonly notMade: number;
  readonly passed: boolean;
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

/** The options that give what a case needs. */
export function optionsFor(needs: readonly Need[]): string {
  return needs.map((need) => OPTIONS[need]).join(' and ');
}

/** A check in one line, with what went wrong below it. `styleText` colours only on a terminal that supports it. */
export function outcomeLines({ name, passed, expected, got, faults }: Outcome): string {
  if (passed) return `  ${styleText('green', '✓')} ${name}`;
  const below = [`expected ${expected}`, `got      ${got}`, ...faults.map((fault) => `         ${fault}`)];
  return [`  ${styleText('red', '✗')} ${name}`, ...below.map((line) => `      ${oneLine(line)}`)].join('\n');
}

/** The end of a report for people: what was left out, and the sum. */
export function summary({ url, checks, notChecked, notMade }: Run, start: boolean): string {
  const passed = String(checks.filter((check) => check.passed).length);
  const rest = notMade > 0 ? `, ${String(notMade)} were not made` : '';
  return [
    ...notChecked.map(({ rule, name, needs }) => `– not checked: ${rule}: ${name} (needs ${needs})`),
    `${passed} of ${String(checks.length + notMade)} checks passed${rest}: ${url}.${start ? '' : ' Nothing was started.'}`,
  ].join('\n');
}

/** A server's answer may be long, have many lines, and hold terminal control codes. */
function oneLine(text: string): string {
  const line = visible(text);
  return line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)}…` : line;
}
