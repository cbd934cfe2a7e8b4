import { randomFor, type Random } from '../random.ts';
import type { DatabaseCall, Intervention } from './fault-proxy.ts';
import { FAULTS, type FaultName } from './faults.ts';
import { itemOf } from './item-of.ts';

/** How often a fault strikes, and what. */
export interface FaultRule {
  readonly fault: FaultName;
  /** Share of the calls, from 0 to 1. */
  readonly rate: number;
  /** Calls of this operation alone. */
  readonly operation?: string;
  /** Calls that name this item alone, by a serial number or another key. */
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
 * how many such calls there were before, but not on what else happens meanwhile.
 */
export function interventionsOf({ seed, rules, kill, onFault }: FaultPlan): Intervention {
  const calls = new Map<string, { count: number; last: FaultName | undefined }>();
  return (call, forward) => {
    const item = itemOf(call);
    const key = `${call.operation} ${item}`;
    const { count, last } = calls.get(key) ?? { count: 0, last: undefined };
    const random = randomFor(seed, key, count);
    const persists = last !== undefined && last !== 'worker-killed' && random() < PERSISTENCE;
    const fault = persists ? last : drawn(rules.filter(meant(call, item)), random);
    calls.set(key, { count: count + 1, last: fault });
    if (fault === undefined) return forward();
    onFault?.(fault);
    return FAULTS[fault]({ random, kill })(call, forward);
  };
}

function meant({ operation }: DatabaseCall, item: string) {
  return (rule: FaultRule): boolean =>
    (rule.operation ?? operation) === operation && (rule.item === undefined || item.includes(`"${rule.item}"`));
}

/** One roll decides between the rules, so that their rates add up. */
function drawn(rules: readonly FaultRule[], random: Random): FaultName | undefined {
  let roll = random();
  return rules.find(({ rate }) => (roll -= rate) < 0)?.fault;
}
