import type { DeviceResult } from '../domain/api-status.ts';
import { recordMetrics } from '../log/metrics.ts';
import type { Outcome } from './respond.ts';
import type { UpgradeOperation } from './routes.ts';

/** The metric that counts the devices with each result. */
const METRIC_OF: Readonly<Record<DeviceResult, string>> = {
  SUCCESS: 'Started',
  REPEAT: 'Repeated',
  TRY_AGAIN: 'TryAgain',
  DEVICE_BUSY: 'DeviceBusy',
  DEVICE_LOST: 'DeviceLost',
  NOT_EXIST: 'DeviceUnknown',
  DEVICE_TYPE_ERROR: 'DeviceTypeError',
  WRONG_STATE: 'WrongState',
};

/** The metric for success of operations that start nothing, as alarms and dashboard count `Started`. */
const SUCCESS_OF: Readonly<Partial<Record<UpgradeOperation, string>>> = {
  'upgrade-status': 'Found',
  'cancel-upgrade': 'Cancelled',
  'dry-run-upgrade': 'WouldStart',
};

/** The metrics of devices that start-upgrade may record. */
export const START_METRICS = Object.values(METRIC_OF).filter((name) => name !== METRIC_OF.WRONG_STATE);

/** Records the devices of a request by result, and the other metrics of its outcome. */
export function measure(operation: UpgradeOperation, { results, metrics }: Outcome, namespace: string): void {
  const counts = new Map<DeviceResult, number>();
  for (const result of results.values()) counts.set(result, (counts.get(result) ?? 0) + 1);
  recordMetrics(namespace, operation, {
    ...Object.fromEntries([...counts].map(([result, count]) => [metricOf(operation, result), [count, 'Count']])),
    BatchSize: [results.size, 'Count'],
    ...metrics,
  });
}

function metricOf(operation: UpgradeOperation, result: DeviceResult): string {
  return (result === 'SUCCESS' ? SUCCESS_OF[operation] : undefined) ?? METRIC_OF[result];
}
