import { certainWithoutFaults, liveIsSaid } from './answer-rules.ts';
import { codesMean } from './code-meanings.ts';
import { factsOf, type Rule, type Violation } from './facts.ts';
import type { History } from './history.ts';
import {
  cancelledNeverBegins,
  claimedOnce,
  idsInOrder,
  noRecordOtherwise,
  oneAtATime,
  onceUnderKey,
  oneEventEach,
  tableMatchesStream,
  zeroHasItsRecord,
} from './record-rules.ts';
import {
  certainAboutRollouts,
  comesToRest,
  keepsItsRules,
  stopsWhenTold,
  tellsWhatIsOnRecord,
} from './rollouts/rollout-rules.ts';

const RULES: readonly Rule[] = [
  oneAtATime,
  onceUnderKey,
  idsInOrder,
  claimedOnce,
  cancelledNeverBegins,
  zeroHasItsRecord,
  noRecordOtherwise,
  codesMean,
  liveIsSaid,
  oneEventEach,
  tableMatchesStream,
  certainWithoutFaults,
  keepsItsRules,
  stopsWhenTold,
  tellsWhatIsOnRecord,
  comesToRest,
  certainAboutRollouts,
];

/**
 * Everything in a history that breaks the promise. Where the times are ambiguous, a rule gives the benefit of the doubt,
 * so every violation is certain.
 */
export function check(history: History): Violation[] {
  const facts = factsOf(history);
  return RULES.flatMap((rule) => rule(facts));
}
