import { randomFor, type Random } from '../../../random.ts';
import { TableKeys } from '../../../../functions/store/keys.ts';
import { STATEMENT_FAULTS, statementsMeet, type StatementFaultName } from './batch-faults.ts';
import type { DatabaseCall, Intervention } from './fault-proxy.ts';
import { FAULTS, type CallFaultName } from './faults.ts';
import { statementsOf, type Statement } from './statements.ts';

export type FaultName = CallFaultName | StatementFaultName;

/** How often a fault strikes, and what. */
export interface FaultRule {
  readonly fault: FaultName;
  /** Share of the calls, or of the statements, from 0 to 1. */
  readonly rate: number;
  /** Calls of these operations alone. */
  readonly operations?: readonly string[];
  /** Calls and statements that name this item alone, by a serial number or another key. */
  readonly item?: string;
}

export interface FaultPlan {
  readonly seed: number;
  readonly rules: readonly FaultRule[];
  /** Kills the worker in which the functions run. */
  readonly kill: () => void;
  readonly onFault?: (fault: FaultName) => void;
}

/** Chance that a call is met by the fault that the same call met before: troubles last, and outlast attempts. */
const PERSISTENCE = 0.5;

/**
 * Lets faults strike at random, the same ones for the same seed: whether one does depends on the operation, the item and
 * how many such calls there were before, but not on what else happens meanwhile. A call that meets no fault as a whole
 * may do so in single statements.
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

/** Decides, again and again, which of some rules strikes what goes by a name. */
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

/** Which item or items a call is about, as a text that is the same whenever it is about the same. */
function itemOf(call: DatabaseCall): string {
  const { operation, input } = call;
  if (operation === 'BatchExecuteStatement') return statementsOf(call).map(itemOfStatement).join();
  return JSON.stringify(input['Key'] ?? input['RequestItems'] ?? {});
}

function itemOfStatement({ sets, where }: Statement): string {
  return JSON.stringify(sets[TableKeys.upgrades] ?? where[TableKeys.upgrades] ?? {});
}
