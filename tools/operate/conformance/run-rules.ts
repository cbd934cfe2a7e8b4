import { runChecks, type Outcome, type RunOptions } from '../http-checks/run-checks.ts';
import type { Rule } from './rule.ts';

/** What became of a rule. */
export interface RuleOutcome {
  readonly rule: string;
  /** Options without which the rule is not checked. */
  readonly needs?: string;
  readonly checks: readonly Outcome[];
}

/** Checks the rules one after the other, and ends like {@link runChecks} with the first check that is not answered. */
export async function* runRules(rules: readonly Rule[], options: RunOptions): AsyncGenerator<RuleOutcome, void> {
  for (const { title, checks, needs } of rules) {
    const outcomes: Outcome[] = [];
    for await (const outcome of runChecks(checks, options)) outcomes.push(outcome);
    yield { rule: title, checks: outcomes, ...(needs !== undefined && { needs }) };
    if (outcomes.length < checks.length) return;
  }
}
