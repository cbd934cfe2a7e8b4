import { API_STATUS, type RefusalName } from '../domain/api-status.ts';
import { OPERATIONS, type OperationName } from '../domain/operations.ts';

type Unit = 'Count' | 'Milliseconds';

/** What metrics are about: an operation, a run over the roll-outs, or what devices have reported. */
export type Measured = OperationName | 'advance-rollouts' | 'reported-ends';

/** Metrics of one request or run: value and unit by name. */
export type Metrics = Readonly<Record<string, readonly [number, Unit]>>;

/** Metrics of an answered request of an operation, or of a run, in the namespace of the stage. */
export function recordMetrics(namespace: string, operation: Measured, metrics: Metrics): void {
  emit(namespace, [['operation']], { operation }, metrics);
}

/**
 * Counts a refused request by operation and reason; for the alarms also by reason alone and, if it is a 5xx, by function and reason.
 * An alarm may look at ten metrics, and a function has too many operations for that.
 */
export function recordRefusal(namespace: string, operation: OperationName, reason: RefusalName): void {
  const dimensions = [['operation', 'reason'], ['reason']];
  if (API_STATUS[reason].http >= 500) dimensions.push(['function', 'reason']);
  const values = { operation, function: OPERATIONS[operation].function, reason };
  emit(namespace, dimensions, values, { Refused: [1, 'Count'] });
}

/**
 * Writes one line in CloudWatch's embedded metric format, from which the log service makes the metrics: the request
 * waits for no call. Past the console, since Lambda's JSON log format would wrap the line and hide it.
 */
function emit(
  Namespace: string,
  Dimensions: readonly (readonly string[])[],
  dimensions: Readonly<Record<string, string>>,
  metrics: Metrics,
): void {
  const named = Object.entries(metrics);
  const directive = {
    Namespace,
    Dimensions,
    Metrics: named.map(([Name, [, Unit]]) => ({ Name, Unit })),
  };
  const values = Object.fromEntries(named.map(([name, [value]]) => [name, value]));
  const _aws = { Timestamp: Date.now(), CloudWatchMetrics: [directive] };
  process.stdout.write(`${JSON.stringify({ _aws, ...dimensions, ...values })}\n`);
}
