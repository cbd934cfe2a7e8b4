import type { DeviceResult } from '../domain/api-status.ts';
import type { UpgradeOperation } from '../domain/operations.ts';
import { recordMetrics } from '../log/metrics.ts';
import type { Outcome } from './respond.ts';

/** The metric that counts the devices with each result but 0, which each operation names itself. */
const METRIC_OF: Readonly<Record<Exclude<DeviceResult, 'SUCCESS'>, string>> = {
  REPEAT: 'Repeated',
  TRY_AGAIN: 'TryAgain',
  DEVICE_BUSY: 'DeviceBusy',
  DEVICE_LOST: 'DeviceLost',
  NOT_EXIST: 'DeviceUnknown',
  DEVICE_TYPE_ERROR: 'DeviceTypeError',
  WRONG_STATE: 'WrongState',
  CONSTRAINT_VIOLATION: 'KeyReused',
};

/** The metrics of devices that start-upgrade may record. */
export const START_METRICS = ['Started', ...Object.values(METRIC_OF).filter((name) => name !== METRIC_OF.WRONG_STATE)];

/**
 * Records the devices of a request by result, and the other metrics of its outcome.
 * @param success the metric of devices whose result is 0
 */
export function measure(
  operation: UpgradeOperation,
  success: string,
  { results, metrics }: Outcome,
  namespace: string,
): void {
  const metricOf = (result: DeviceResult) => (result === 'SUCCESS' ? success : METRIC_OF[result]);
  const counts = new Map<DeviceResult, number>();
  for (const result of results.values()) counts.set(result, (counts.get(result) ?? 0) + 1);
  recordMetrics(namespace, operation, {
    ...Object.fromEntries([...counts].map(([result, count]) => [metricOf(result), [count, 'Count']])),
    BatchSize: [results.size, 'Count'],
    ...metrics,
  });
}
