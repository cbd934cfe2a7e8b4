import { randomFor, type Random } from '../../random.ts';
import { TableKeys } from '../../../functions/store/keys.ts';
import { STATEMENT_FAULTS, statementsMeet, type StatementFaultName } from './batch-faults.ts';
import type { DatabaseCall, Intervention } from './fault-proxy.ts';
import { FAULTS, type CallFaultName } from './faults.ts';
import { statementsOf, type Statement } from './statements.ts';

export type FaultName = CallFaultName | StatementFaultName;

/** How often a fault strikes, and which calls. */
export interface FaultRule {
  readonly fault: FaultName;
  /** Share of the calls, or of the statements, from 0 to 1. */
  readonly rate: number;
  /** Only calls of these operations. */
  readonly operations?: readonly string[];
  /** Only calls and statements that name this item, by a serial number or another key. */
  readonly item?: string;
}

export interface FaultPlan {
  readonly seed: number;
  readonly rules: readonly FaultRule[];
  /** Kills the worker in which the functions run. */
  readonly kill: () => void;
  readonly onFault?: (fault: FaultName) => void;
}

/** Chance that a call meets the same fault as the same call before it: troubles last, and outlast retries. */
const PERSISTENCE = 0.5;

/**
 * Makes faults strike at random, the same ones for the same seed: a fault depends on the operation, the item and the
 * number of such calls before, but not on what else happens meanwhile. If a call as a whole meets no fault, single
 * statements in it may.
 */
export function interventionsOf({ seed, rules, kill, onFault = () => undefined }: FaultPlan): Intervention {
  const draw = drawing(seed);
  const statementRules = rules.filter(isOfStatements);
  const callRules = rules.filter(isOfCalls);
  return (call, forward) => {
    const item = itemOf(call);
    const meant = callRules.filter(({ operations }) => operations?.includes(call.operation) ?? true);
    const { fault, random } = draw(`${call.operation} ${item}`, meant.filter(isAbout(item)));
    if (fault !== undefined) {
      onFault(fault);
      return FAULTS[fault]({ random, kill })(call, forward);
    }
    const items = statementsOf(call).map(itemOfStatement);
    const faults = items.map((one) => draw(`statement ${one}`, statementRules.filter(isAbout(one))).fault);
    for (const met of faults) if (met !== undefined) onFault(met);
    return faults.some(Boolean) ? statementsMeet(faults)(call, forward) : forward();
  };
}

/** Returns a function that decides which of the rules, if any, strikes the next call with this key. */
function drawing(seed: number) {
  const met = new Map<string, { count: number; last: string | undefined }>();
  return <Name extends FaultName>(key: string, rules: readonly (FaultRule & { readonly fault: Name })[]) => {
    const { count, last } = met.get(key) ?? { count: 0, last: undefined };
    const random = randomFor(seed, key, count);
    const persists = last !== undefined && last !== 'worker-killed' && random() < PERSISTENCE;
    const fault = persists ? rules.find((rule) => rule.fault === last)?.fault : drawn(rules, random);
    met.set(key, { count: count + 1, last: fault });
    return { fault, random };
  };
}

/** One roll decides between the rules, so that their rates add up. */
function drawn<Rule extends FaultRule>(rules: readonly Rule[], random: Random): Rule['fault'] | undefined {
  let roll = random();
  return rules.find(({ rate }) => (roll -= rate) < 0)?.fault;
}

function isOfStatements(rule: FaultRule): rule is FaultRule & { readonly fault: StatementFaultName } {
  return Object.hasOwn(STATEMENT_FAULTS, rule.fault);
}

function isOfCalls(rule: FaultRule): rule is FaultRule & { readonly fault: CallFaultName } {
  return Object.hasOwn(FAULTS, rule.fault);
}

function isAbout(item: string) {
  return (rule: FaultRule): boolean => rule.item === undefined || item.includes(`"${rule.item}"`);
}

/** The item or items that a call is about, as a text that is equal for equal items. */
function itemOf(call: DatabaseCall): string {
  const { operation, input } = call;
  if (operation === 'BatchExecuteStatement') return statementsOf(call).map(itemOfStatement).join();
  return JSON.stringify(input['Key'] ?? input['RequestItems'] ?? {});
}

function itemOfStatement({ sets, where }: Statement): string {
  return JSON.stringify(sets[TableKeys.upgrades] ?? where[TableKeys.upgrades] ?? {});
}
