import { ROLLOUT_KEYS, TableKeys } from '../../../../functions/store/keys.ts';
import { randomFor, type Random } from '../../../random.ts';
import { statementsMeet, type StatementFault } from '../../../stage/database-proxy/batch-faults.ts';
import type { DatabaseCall, Intervention } from '../../../stage/database-proxy/fault-proxy.ts';
import { statementsOf, type Statement } from '../../../stage/database-proxy/statements.ts';
import { CALL_FAULTS, STATEMENT_FAULTS, type CallFault } from './faults.ts';

const ALL_FAULTS = [...CALL_FAULTS, ...STATEMENT_FAULTS];

export type FaultName = (typeof ALL_FAULTS)[number]['name'];

/** The names of all faults. */
export const FAULT_NAMES: readonly FaultName[] = ALL_FAULTS.map(({ name }) => name);

/** How often a fault strikes, and which calls. */
export interface FaultRule {
  readonly fault: FaultName;
  /** Share of the calls, or of the statements, from 0 to 1. */
  readonly rate: number;
  /** Only calls and statements that name this item, by a serial number or another key. */
  readonly item?: string;
  /** Only calls of this operation. */
  readonly operation?: string;
}

/** A rule for each fault: at the rate given for it, or else at its default rate times `factor`. */
export function faultRules(factor: number, given: ReadonlyMap<FaultName, number> = new Map()): FaultRule[] {
  return ALL_FAULTS.map(({ name, rate }) => ({ fault: name, rate: given.get(name) ?? rate * factor }));
}

export interface FaultPlan {
  readonly seed: number;
  readonly rules: readonly FaultRule[];
  /** Kills the worker from which a call of this operation comes. */
  readonly kill: (operation: string) => void;
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
  const callRules = rulesOf<CallFault>(rules, CALL_FAULTS);
  const statementRules = rulesOf<StatementFault & { name: string }>(rules, STATEMENT_FAULTS);
  return (call, forward) => {
    const item = itemOf(call);
    const meant = callRules.filter(({ operation = call.operation }) => operation === call.operation);
    const { met, random } = draw(`${call.operation} ${item}`, meant.filter(isAbout(item)));
    if (met !== undefined) {
      onFault(met.fault);
      return met.strike(forward, { call, random, kill });
    }
    if (call.operation !== 'BatchExecuteStatement') return forward();
    const items = statementsOf(call).map(itemOfStatement);
    const faults = items.map((one) => draw(`statement ${one}`, statementRules.filter(isAbout(one))).met);
    for (const each of faults) if (each !== undefined) onFault(each.fault);
    return faults.some(Boolean) ? statementsMeet(faults)(call, forward) : forward();
  };
}

/** The rules of these faults, with what the faults do. */
function rulesOf<Fault extends { readonly name: string }>(rules: readonly FaultRule[], faults: readonly Fault[]) {
  return faults.flatMap((fault) =>
    rules.filter((rule) => rule.fault === fault.name).map((rule) => ({ ...fault, ...rule })),
  );
}

/** Returns a function that decides which of the rules, if any, strikes the next call with this key. */
function drawing(seed: number) {
  const before = new Map<string, { count: number; last: FaultName | undefined }>();
  return <Rule extends FaultRule>(key: string, rules: readonly Rule[]) => {
    const { count, last } = before.get(key) ?? { count: 0, last: undefined };
    const random = randomFor(seed, key, count);
    const persists = last !== undefined && !last.endsWith('killed') && random() < PERSISTENCE;
    const met = persists ? rules.find(({ fault }) => fault === last) : drawn(rules, random);
    before.set(key, { count: count + 1, last: met?.fault });
    return { met, random };
  };
}

/** One roll decides between the rules, so that their rates add up. */
function drawn<Rule extends FaultRule>(rules: readonly Rule[], random: Random): Rule | undefined {
  let roll = random();
  return rules.find(({ rate }) => (roll -= rate) < 0);
}

function isAbout(item: string) {
  return (rule: FaultRule): boolean => rule.item === undefined || item.includes(`"${rule.item}"`);
}

/** The item or items that a call is about, as a text that is equal for equal items. */
function itemOf(call: DatabaseCall): string {
  const { input } = call;
  const [first, ...others] = statementsOf(call);
  if (first !== undefined) {
    const { [ROLLOUT_KEYS.partition]: rollout } = { ...first.sets, ...first.where };
    return rollout === undefined ? [first, ...others].map(itemOfStatement).join() : JSON.stringify(rollout);
  }
  return JSON.stringify(input['Key'] ?? input['RequestItems'] ?? {}).replaceAll(RANDOM_ID, '');
}

/** Names of chunks have one: a call must not meet another fault for it. */
const RANDOM_ID = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g;

function itemOfStatement({ sets, where }: Statement): string {
  return JSON.stringify(sets[TableKeys.upgrades] ?? where[TableKeys.upgrades] ?? '');
}
