import { setTimeout as pause } from 'node:timers/promises';
import type { LimitFunction } from 'p-limit';
import type { DeviceGateway } from '../../device-gateway/device-gateway.ts';
import type { End, ReportedUpgrade } from '../../device-gateway/reports.ts';
import { type Step, leaseEndsAt, type Rhythm } from './course.ts';

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

const AGAIN_MS = 500;

/** What the devices report with, and who is told. */
export interface SimulationPorts {
  readonly gateway: DeviceGateway;
  /** Records that a device now has this firmware version; rejects when that must be repeated. */
  readonly onInstalled: (sn: string, version: string) => Promise<void>;
  readonly onDeviceEvent: (deviceEvent: DeviceEvent) => void;
}

/** A device that works on an upgrade. */
export interface BusyDevice extends SimulationPorts {
  readonly upgrade: ReportedUpgrade;
  readonly version: string;
  readonly course: readonly Step[];
  readonly rhythm: Rhythm;
  /** How many devices are at work. */
  readonly atWork: () => number;
  /** Runs the reports of all devices, a few at once. */
  readonly limit: LimitFunction;
  readonly signal: AbortSignal;
}

/**
 * Takes the steps of the course, with an interval before each, until they are done or a report is stale. Rejects when
 * the signal is aborted first.
 */
export async function work(device: BusyDevice): Promise<void> {
  const { upgrade, course, rhythm, onDeviceEvent, signal } = device;
  let heldUntil = '';
  for (const step of course) {
    // Also before the first one: an upgrade that has not begun can still be cancelled.
    await pause(rhythm.intervalMs, undefined, { signal });
    switch (step.does) {
      case 'report': {
        const lease = await reportProgress(device, step.percent);
        if (lease === undefined) return;
        heldUntil = lease;
        break;
      }
      case 'end':
        await reportEnd(device, step.end);
        break;
      case 'fallSilent':
        onDeviceEvent({ ...upgrade, what: 'DeviceSilent', leaseEndsAt: heldUntil });
    }
  }
}

/** Returns the end of the lease, or nothing when the upgrade is over. */
async function reportProgress(device: BusyDevice, percent: number): Promise<string | undefined> {
  const { upgrade, gateway, rhythm, atWork, onDeviceEvent } = device;
  const { outcome, lease } = await untilAnswered(device, async () => {
    const lease = leaseEndsAt(rhythm, new Date(), atWork());
    return { outcome: await gateway.reportProgress(upgrade, { percent, leaseEndsAt: lease }), lease };
  });
  if (outcome === 'stale') {
    onDeviceEvent({ ...upgrade, what: 'DeviceStopped' });
    return undefined;
  }
  const text = new Date(lease * 1_000).toISOString();
  onDeviceEvent({ ...upgrade, what: 'DeviceProgress', percent, leaseEndsAt: text });
  return text;
}

async function reportEnd(device: BusyDevice, end: End): Promise<void> {
  const { upgrade, version, gateway, onInstalled, onDeviceEvent } = device;
  const outcome = await untilAnswered(device, () => gateway.reportEnd(upgrade, end));
  if (outcome === 'stale') onDeviceEvent({ ...upgrade, what: 'DeviceStopped' });
  else if (end.state === 'failed') onDeviceEvent({ ...upgrade, what: 'DeviceFailed', reason: end.reason });
  else {
    await untilAnswered(device, () => onInstalled(upgrade.sn, version));
    onDeviceEvent({ ...upgrade, what: 'DeviceSucceeded' });
  }
}

/** Reports again until the database answers, as the data contract requires. */
async function untilAnswered<T>(
  { upgrade, onDeviceEvent, limit, signal }: BusyDevice,
  report: () => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await limit(() => {
        signal.throwIfAborted();
        return report();
      });
    } catch (error) {
      signal.throwIfAborted();
      // Only once, or a database that is away for a minute would fill the screen.
      if (attempt === 1) onDeviceEvent({ ...upgrade, what: 'ReportUnanswered', error: String(error) });
      await pause(AGAIN_MS, undefined, { signal });
    }
  }
}
