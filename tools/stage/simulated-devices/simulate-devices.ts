import * as v from 'valibot';
import type { DeviceGateway } from '../device-gateway/device-gateway.ts';
import type { ReportedUpgrade } from '../device-gateway/reports.ts';
import type { OnEvent } from '../pipes/start-pipes.ts';
import { courseOf, type SimulationOptions } from './course.ts';
import type { OnHappening } from './happening.ts';
import { NewestUpgrades } from './newest-upgrades.ts';
import { rhythmOf } from './rhythm.ts';
import { work } from './work.ts';

const Requested = v.object({ sn: v.string(), upgradeId: v.string() });

/** What the devices report by, and whom they let know. */
export interface SimulationSurroundings {
  readonly gateway: DeviceGateway;
  readonly onHappening: OnHappening;
}

export interface SimulatedDevices {
  /** Takes the events of the bus. Whatever device an `UpgradeRequested` names begins at once; others are ignored. */
  readonly onEvent: OnEvent;
  /** Stops all devices where they are. Resolves when the last report under way is done with. */
  close(): Promise<void>;
}

/** Devices that install what they are told to, and report it as a device gateway does. */
export function simulateDevices(
  options: SimulationOptions,
  { gateway, onHappening }: SimulationSurroundings,
): SimulatedDevices {
  const rhythm = rhythmOf(options.seconds);
  const newest = new NewestUpgrades();
  const stop = new AbortController();
  const { signal } = stop;
  const working = new Set<Promise<void>>();

  async function begin(upgrade: ReportedUpgrade): Promise<void> {
    const ordinal = newest.handOver(upgrade);
    if (ordinal === undefined) {
      onHappening({ ...upgrade, what: 'EventDropped' });
      return;
    }
    const course = courseOf(options, upgrade.sn, ordinal);
    try {
      await work({ upgrade, course, rhythm, gateway, onHappening, signal });
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  return {
    onEvent: ({ detailType, detail }) => {
      const { success, output } = v.safeParse(Requested, detail);
      if (signal.aborted || detailType !== 'UpgradeRequested' || !success) return;
      const work = begin(output).finally(() => working.delete(work));
      working.add(work);
    },
    close: async () => {
      stop.abort();
      await Promise.all(working);
    },
  };
}
