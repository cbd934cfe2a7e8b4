import type { ReportedUpgrade } from '../../device-gateway/reports.ts';

/** What a simulated device did in an upgrade, or what came of it. Times are ISO 8601 in UTC. */
export type DeviceEvent = ReportedUpgrade &
  (
    | { readonly what: 'DeviceProgress'; readonly percent: number; readonly leaseEndsAt: string }
    | { readonly what: 'DeviceSucceeded' }
    | { readonly what: 'DeviceFailed'; readonly reason: string }
    /** No more reports will come: the device is free when its lease ends. */
    | { readonly what: 'DeviceSilent'; readonly leaseEndsAt: string }
    /** A report was stale: the upgrade is over, and the device stops working on it. */
    | { readonly what: 'DeviceStopped' }
    /** An event came twice, or after the device had been handed a newer upgrade. */
    | { readonly what: 'EventDropped' }
    /** The database did not answer a report, which is repeated until it does. */
    | { readonly what: 'ReportUnanswered'; readonly error: string }
  );

/** Called with everything that happens. */
export type OnDeviceEvent = (deviceEvent: DeviceEvent) => void;

/** The log line for it, in the style of the events' lines. */
export function lineOf({ what, upgradeId, sn, ...rest }: DeviceEvent): string {
  return `${what} ${JSON.stringify({ upgradeId, sn, ...rest })}`;
}
