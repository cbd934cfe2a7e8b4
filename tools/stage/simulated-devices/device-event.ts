import type { ReportedUpgrade } from '../../device-gateway/reports.ts';

/**
 * What a simulated device did in an upgrade, or what came of it: README.md tells what each means. Times are ISO 8601 in
 * UTC.
 */
export type DeviceEvent = ReportedUpgrade &
  (
    | { readonly what: 'DeviceProgress'; readonly percent: number; readonly leaseEndsAt: string }
    | { readonly what: 'DeviceSilent'; readonly leaseEndsAt: string }
    | { readonly what: 'DeviceFailed'; readonly reason: string }
    | { readonly what: 'ReportUnanswered'; readonly error: string }
    | { readonly what: 'DeviceSucceeded' | 'DeviceStopped' | 'EventDropped' }
  );

/** The log line for it, in the style of the events' lines. */
export function lineOf({ what, upgradeId, sn, ...rest }: DeviceEvent): string {
  return `${what} ${JSON.stringify({ upgradeId, sn, ...rest })}`;
}
