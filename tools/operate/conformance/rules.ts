import type { Rule, Subject } from './rule.ts';
import { authenticationRules } from './rules/authentication.ts';
import { listRules } from './rules/list.ts';
import { orderRules } from './rules/order.ts';
import { requestRules } from './rules/request.ts';
import { startRules } from './rules/start.ts';
import { upgradeRules } from './rules/upgrade.ts';

/** All rules, in the order in which they are checked: what may start an upgrade comes last. */
export function rulesFor(subject: Subject): readonly Rule[] {
  return [
    ...listRules(subject),
    ...authenticationRules(subject),
    ...requestRules(subject),
    ...upgradeRules(subject),
    ...orderRules(subject),
    ...startRules(subject),
  ];
}
