import type { VerdictName } from '../../domain/api-status.ts';
import { recordMetrics } from '../../log/metrics.ts';
import type { Outcome } from './start-upgrade.ts';

/** Name of the metric that counts the devices of a verdict. */
export const METRIC_OF: Readonly<Record<VerdictName, string>> = {
  SUCCESS: 'Started',
  REPEAT: 'Repeated',
  TRY_AGAIN: 'TryAgain',
  DEVICE_BUSY: 'DeviceBusy',
  DEVICE_LOST: 'DeviceLost',
  NOT_EXIST: 'DeviceUnknown',
  DEVICE_TYPE_ERROR: 'DeviceTypeError',
};

/** Records the devices of a request by verdict, and how long reading and claiming took. */
export function measure({ verdicts, leasesExpired, readMs, claimMs }: Outcome): void {
  const counts = new Map<VerdictName, number>();
  for (const verdict of verdicts.values()) counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
  recordMetrics('start-upgrade', {
    ...Object.fromEntries([...counts].map(([verdict, count]) => [METRIC_OF[verdict], [count, 'Count']])),
    ...(leasesExpired > 0 && { LeasesExpired: [leasesExpired, 'Count'] }),
    BatchSize: [verdicts.size, 'Count'],
    ReadLatency: [readMs, 'Milliseconds'],
    ClaimLatency: [claimMs, 'Milliseconds'],
  });
}
