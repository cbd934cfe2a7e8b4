import type { RolloutOperation } from '../domain/operations.ts';
import { recordMetrics } from '../log/metrics.ts';
import type { Outcome, RolloutResult } from './report.ts';

/** The metric that counts the roll-outs with each result. */
const METRIC_OF: Readonly<Record<RolloutResult, string>> = {
  SUCCESS: 'Rollouts',
  REPEAT: 'RolloutsRepeated',
  NOT_EXIST: 'RolloutsUnknown',
  WRONG_STATE: 'RolloutsWrongState',
};

/** Records the roll-outs of a request by result. */
export function measure(operation: RolloutOperation, { entries }: Outcome, namespace: string): void {
  const byMetric = Map.groupBy(entries, ({ result }) => METRIC_OF[result]);
  const counts = [...byMetric].map(([of, some]) => [of, [some.length, 'Count']] as const);
  recordMetrics(namespace, operation, Object.fromEntries(counts));
}
