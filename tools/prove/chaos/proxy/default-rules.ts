import type { FaultRule } from './fault-plan.ts';
import type { FaultName } from './faults.ts';

/** Faults as they strike unless the command line says otherwise. Those that cost time-outs are rarer than the others. */
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
  { fault: 'unprocessed-keys', rate: 0.02, operation: 'BatchGetItem' },
  { fault: 'worker-killed', rate: 0.0003, operation: 'PutItem' },
];

/** A rule for each fault: at the rate that is given for it, or else at its own times `factor`. */
export function faultRules(factor: number, given: ReadonlyMap<FaultName, number>): FaultRule[] {
  return DEFAULT_RULES.map((rule) => ({ ...rule, rate: given.get(rule.fault) ?? rule.rate * factor }));
}
