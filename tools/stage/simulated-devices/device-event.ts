import type { ReportedUpgrade } from '../device-gateway/reports.ts';

/** What a simulated device did on an upgrade, or what became of that. Times are ISO 8601 in UTC. */
export type DeviceEvent = ReportedUpgrade &
  (
    | { readonly what: 'DeviceProgress'; readonly percent: number; readonly leaseEndsAt: string }
    | { readonly what: 'DeviceSucceeded' }
    | { readonly what: 'DeviceFailed'; readonly reason: string }
    /** No report will come any more: the device is free when its lease ends. */
    | { readonly what: 'DeviceSilent'; readonly leaseEndsAt: string }
    /** A report was stale: the upgrade is over, and the device works on it no longer. */
    | { readonly what: 'DeviceStopped' }
    /** An event came twice, or when the device had been handed a newer upgrade. */
    | { readonly what: 'EventDropped' }
    /** The database did not answer a report, which is made again until it does. */
    | { readonly what: 'ReportUnanswered'; readonly error: string }
  );

/** Takes each thing that happens. */
export type OnDeviceEvent = (deviceEvent: DeviceEvent) => void;

/** The line that tells of it, in the manner of the events' lines. */
export function lineOf({ what, upgradeId, sn, ...rest }: DeviceEvent): string {
  return `${what} ${JSON.stringify({ upgradeId, sn, ...rest })}`;
}
