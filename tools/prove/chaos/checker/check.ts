import * as answerRules from './answer-rules.ts';
import * as codeRules from './code-meanings.ts';
import { factsOf, type Rule, type Violation } from './facts.ts';
import type { History } from './history.ts';
import * as recordRules from './record-rules.ts';
import * as rolloutRules from './rollouts/rollout-rules.ts';

/** All that these modules export. */
const RULES: readonly Rule[] = [recordRules, codeRules, answerRules, rolloutRules].flatMap((module) =>
  Object.values<Rule>(module),
);

/**
 * Everything in a history that breaks the promise. Where the times are ambiguous, a rule gives the benefit of the doubt,
 * so every violation is certain.
 */
export function check(history: History): Violation[] {
  const facts = factsOf(history);
  return RULES.flatMap((rule) => rule(facts));
}
