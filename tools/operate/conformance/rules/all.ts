import type { Rule, Subject } from '../rule.ts';
import { authenticationRules } from './authentication.ts';
import { afterStartRules, besideStartRules } from './beside-start.ts';
import { listRules } from './list.ts';
import { orderRules } from './order.ts';
import { requestRules } from './request.ts';
import { startRules } from './start.ts';
import { upgradeRules } from './upgrade.ts';

/** All rules. Those that may start an upgrade come last. */
export function rulesFor(subject: Subject): readonly Rule[] {
  const harmless = [listRules, authenticationRules, requestRules, upgradeRules, besideStartRules, orderRules];
  return [...harmless, startRules, afterStartRules].flatMap((rules) => rules(subject));
}
