import { styleText } from 'node:util';
import { allPassed, outcomeLines, type Run } from '../http-checks/report.ts';
import type { RuleOutcome } from './run-rules.ts';

/** A rule, and below it its checks. */
export function ruleLines({ rule, needs, checks }: RuleOutcome): string {
  const below = needs === undefined ? checks.map(outcomeLines) : [`– not checked: needs ${needs}`];
  return [styleText('bold', rule), ...below.map(indented), ''].join('\n');
}

function indented(lines: string): string {
  return lines.replaceAll(/^/gm, '  ');
}

/** The whole run for machines. */
export function jsonReport(run: Run, rules: readonly RuleOutcome[]): string {
  const { url, outcomes, total } = run;
  return JSON.stringify({ url, passed: allPassed(run), notMade: total - outcomes.length, rules }, null, 2);
}
