import type { DeviceResult } from '../../domain/api-status.ts';
import { recordMetrics } from '../../log/metrics.ts';
import type { Outcome } from './start-upgrade.ts';

/** Name of the metric that counts the devices with a result. */
export const METRIC_OF: Readonly<Record<DeviceResult, string>> = {
  SUCCESS: 'Started',
  REPEAT: 'Repeated',
  TRY_AGAIN: 'TryAgain',
  DEVICE_BUSY: 'DeviceBusy',
  DEVICE_LOST: 'DeviceLost',
  NOT_EXIST: 'DeviceUnknown',
  DEVICE_TYPE_ERROR: 'DeviceTypeError',
};

/** Records the devices of a request by result, and how long reading and claiming took. */
export function measure({ results, leasesExpired, readMs, claimMs }: Outcome, namespace: string): void {
  const counts = new Map<DeviceResult, number>();
  for (const result of results.values()) counts.set(result, (counts.get(result) ?? 0) + 1);
  recordMetrics(namespace, 'start-upgrade', {
    ...Object.fromEntries([...counts].map(([result, count]) => [METRIC_OF[result], [count, 'Count']])),
    ...(leasesExpired > 0 && { LeasesExpired: [leasesExpired, 'Count'] }),
    BatchSize: [results.size, 'Count'],
    ReadLatency: [readMs, 'Milliseconds'],
    ClaimLatency: [claimMs, 'Milliseconds'],
  });
}
