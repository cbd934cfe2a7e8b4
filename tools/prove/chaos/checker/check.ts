import { factsOf, type Rule, type Violation } from './facts.ts';
import type { History } from './history.ts';
import { certainWithoutFaults } from './rules/certain.ts';
import { claimedOnce } from './rules/claimed-once.ts';
import { oneEventEach } from './rules/events.ts';
import { elevenMeansOther, oneMeansSame } from './rules/held.ts';
import { liveIsSaid } from './rules/live-is-said.ts';
import { oneAtATime } from './rules/one-at-a-time.ts';
import { noRecordOtherwise, zeroHasItsRecord } from './rules/own-record.ts';
import { tableIsAsTold } from './rules/table.ts';

const RULES: readonly Rule[] = [
  oneAtATime,
  claimedOnce,
  zeroHasItsRecord,
  noRecordOtherwise,
  oneMeansSame,
  elevenMeansOther,
  liveIsSaid,
  oneEventEach,
  tableIsAsTold,
  certainWithoutFaults,
];

/**
 * All that breaks the promise in a history. A rule gives the benefit of the doubt where times leave one, so that a
 * violation is certain.
 */
export function check(history: History): Violation[] {
  const facts = factsOf(history);
  return RULES.flatMap((rule) => rule(facts));
}
