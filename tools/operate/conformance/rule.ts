import { styleText } from 'node:util';
import type { Session } from '../../contract/requests.ts';
import type { Check } from '../http-checks/check.ts';
import { outcomeLines } from '../http-checks/report.ts';
import { runChecks, type Outcome, type RunOptions } from '../http-checks/run-checks.ts';

/** One rule of the API, and the checks that show whether a stage keeps it. */
export interface Rule {
  /** The rule in words that stand on their own. */
  readonly title: string;
  readonly checks: readonly Check[];
  /** Missing options that the checks need. */
  readonly needs?: string;
}

/** What the checks may use. */
export interface Subject {
  readonly admin: Session;
  /** A session without administrative rights. */
  readonly user?: Session | undefined;
  /** A registered device, online, that the firmware fits. */
  readonly sn: string;
  readonly firmwareId: number;
  /** A registered device of another product. */
  readonly otherSn?: string | undefined;
  /** A firmware that is registered but not available. */
  readonly unavailableFirmwareId?: number | undefined;
  /** Whether an upgrade of the device may be started. */
  readonly start: boolean;
}

/** The outcome of a rule. */
export interface RuleOutcome {
  readonly rule: string;
  /** Missing options that the checks need. */
  readonly needs?: string;
  readonly checks: readonly Outcome[];
}

/** Checks the rules one after another. Like {@link runChecks}, it stops after a request without an answer. */
export async function* runRules(rules: readonly Rule[], options: RunOptions): AsyncGenerator<RuleOutcome, void> {
  for (const { title, checks, needs } of rules) {
    const outcomes: Outcome[] = [];
    for await (const outcome of runChecks(checks, options)) outcomes.push(outcome);
    yield { rule: title, checks: outcomes, ...(needs !== undefined && { needs }) };
    if (outcomes.length < checks.length) return;
  }
}

/** A rule, with its checks below it. */
export function ruleLines({ rule, needs, checks }: RuleOutcome): string {
  const below = needs === undefined ? checks.map(outcomeLines) : [`– not checked: needs ${needs}`];
  return [styleText('bold', rule), ...below.map((lines) => lines.replaceAll(/^/gm, '  ')), ''].join('\n');
}
