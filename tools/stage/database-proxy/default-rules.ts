import { InvalidArgumentError } from '@commander-js/extra-typings';
import { numberUpTo } from '../../command-line.ts';
import type { FaultName, FaultRule } from './fault-plan.ts';

/** The faults and their default rates. Those that cause timeouts are rarer than the others. */
const DEFAULT_RULES: readonly FaultRule[] = [
  { fault: 'reply-dropped', rate: 0.005 },
  { fault: 'error-after-commit', rate: 0.005 },
  { fault: 'hang-after-commit', rate: 0.001 },
  { fault: 'hang', rate: 0.001 },
  { fault: 'slow', rate: 0.003 },
  { fault: 'late', rate: 0.001 },
  { fault: 'refused', rate: 0.0002 },
  { fault: 'provisioned-throughput-exceeded', rate: 0.003 },
  { fault: 'throttled', rate: 0.003 },
  { fault: 'request-limit-exceeded', rate: 0.003 },
  { fault: 'error-before-commit', rate: 0.003 },
  { fault: 'truncated', rate: 0.003 },
  { fault: 'halved', rate: 0.003 },
  { fault: 'unprocessed-keys', rate: 0.02, operations: ['BatchGetItem'] },
  { fault: 'half-answered', rate: 0.005, operations: ['BatchExecuteStatement'] },
  { fault: 'worker-killed', rate: 0.001, operations: ['BatchExecuteStatement'] },
  { fault: 'statement-throttled', rate: 0.01 },
  { fault: 'statement-failed', rate: 0.01 },
  { fault: 'statement-failed-after-commit', rate: 0.01 },
  { fault: 'statement-unanswered', rate: 0.01 },
];

/** The names of all faults. */
export const FAULT_NAMES: readonly FaultName[] = DEFAULT_RULES.map(({ fault }) => fault);

/** A rule for each fault: at the rate given for it, or else at its default rate times `factor`. */
export function faultRules(factor: number, given: ReadonlyMap<FaultName, number> = new Map()): FaultRule[] {
  return DEFAULT_RULES.map((rule) => ({ ...rule, rate: given.get(rule.fault) ?? rule.rate * factor }));
}

/** Parses an option that may be repeated, such as `hang=0.1`, and adds it to the rates `given` so far. */
export function faultRate(text: string, given: ReadonlyMap<FaultName, number>): ReadonlyMap<FaultName, number> {
  const [name, rate = ''] = text.split('=');
  const fault = FAULT_NAMES.find((one) => one === name);
  if (fault === undefined) throw new InvalidArgumentError(`The faults are ${FAULT_NAMES.join(', ')}.`);
  return new Map([...given, [fault, numberUpTo(1)(rate)]]);
}
