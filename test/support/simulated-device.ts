import { afterAll, beforeAll, expect } from '@jest/globals';
import type { PipeEvent } from '../../tools/stage/pipes/pipes.ts';
import { startPipes, type RunningPipes } from '../../tools/stage/pipes/start-pipes.ts';
import type { SimulationOptions } from '../../tools/stage/simulated-devices/course.ts';
import { devicesOfStage, type SimulatedDevices } from '../../tools/stage/simulated-devices/simulate-devices.ts';
import type { DeviceEvent } from '../../tools/stage/simulated-devices/device-event.ts';
import { template } from './event-log.ts';
import { newDevice, stage } from './stage.ts';
import { until } from './until.ts';

type What = DeviceEvent['what'];

export interface SimulatedDevice {
  readonly sn: string;
  readonly deviceEvents: readonly DeviceEvent[];
  /** Its events on the bus. */
  readonly events: readonly PipeEvent[];
  /** The percentages that have been put on record. */
  progress(): readonly number[];
  /** Resolves to the first device event of this name. */
  happened<W extends What>(what: W): Promise<Extract<DeviceEvent, { what: W }>>;
  /** Resolves to how the upgrade ended, according to its `UpgradeFinished`. */
  finished(): Promise<readonly unknown[]>;
  /** Delivers events as if they came from the bus now. */
  receive(events: readonly PipeEvent[]): void;
}

interface Circumstances extends Partial<SimulationOptions> {
  /** An existing device; a new one if not given. */
  readonly sn?: string;
  /** Where it reports to; the engine itself if not given. */
  readonly endpoint?: string;
  /** How an event is delivered to it; once if not given. */
  readonly deliver?: (event: PipeEvent, devices: SimulatedDevices) => void;
}

const once = (event: PipeEvent, { onEvent }: SimulatedDevices): void => {
  onEvent(event);
};

/** Receivers of events, by device: the stage is shared, and devices of other tests must not be touched. */
const takers = new Map<unknown, (event: PipeEvent) => void>();
const simulations: SimulatedDevices[] = [];
const troubles: string[] = [];
let pipes: RunningPipes;

beforeAll(() => {
  pipes = startPipes({
    template,
    endpoint: stage.dynamodbEndpoint,
    onEvent: (event) => takers.get(event.detail['sn'])?.(event),
    onTrouble: (line) => troubles.push(line),
  });
});

afterAll(async () => {
  await Promise.all(simulations.map((devices) => devices.close()));
  await pipes.close();
  expect(troubles).toEqual([]);
});

/** A device of the shared stage, simulated until the end of the suite. Its upgrades take 2 s, and succeed. */
export async function simulatedDevice(circumstances: Circumstances = {}): Promise<SimulatedDevice> {
  const { sn = await newDevice(), endpoint = stage.dynamodbEndpoint, ...options } = circumstances;
  const { deliver = once, ...overrides } = options;
  const deviceEvents: DeviceEvent[] = [];
  const events: PipeEvent[] = [];
  const simulation = { seed: 1, fail: 0, silent: 0, seconds: 2, ...overrides };
  const devices = devicesOfStage({ ...stage, dynamodbEndpoint: endpoint }, simulation, (deviceEvent) => {
    deviceEvents.push(deviceEvent);
  });
  simulations.push(devices);
  takers.set(sn, (event) => {
    events.push(event);
    deliver(event, devices);
  });
  const ends = () => events.filter(({ detailType }) => detailType === 'UpgradeFinished').map(({ detail }) => detail);
  return {
    sn,
    deviceEvents,
    events,
    progress: () => deviceEvents.flatMap((it) => (it.what === 'DeviceProgress' ? [it.percent] : [])),
    happened: async <W extends What>(what: W) => {
      await until(() => deviceEvents.some((deviceEvent) => deviceEvent.what === what));
      return deviceEvents.find((deviceEvent) => deviceEvent.what === what) as Extract<DeviceEvent, { what: W }>;
    },
    finished: async () => {
      await until(() => ends().length > 0);
      return ends().map(({ state }) => state);
    },
    receive: (late) => {
      for (const event of late) deliver(event, devices);
    },
  };
}
