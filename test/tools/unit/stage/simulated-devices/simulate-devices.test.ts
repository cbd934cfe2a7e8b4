import { afterEach, describe, expect, test } from '@jest/globals';
import type { DeviceGateway } from '../../../../../tools/device-gateway/device-gateway.ts';
import type { SimulationOptions } from '../../../../../tools/stage/simulated-devices/course.ts';
import type { DeviceEvent } from '../../../../../tools/stage/simulated-devices/device-event.ts';
import {
  simulateDevices,
  type SimulatedDevices,
  type SimulationSurroundings,
} from '../../../../../tools/stage/simulated-devices/simulate-devices.ts';
import { until } from '../../../../support/until.ts';

const FIRST = '01993c5e-7a00-7000-8000-000000000001';
const source = 'stream-fleet';
const SECOND = '01993c5e-7a00-7000-8000-000000000002';
const options: SimulationOptions = { seed: 7, fail: 0, silent: 0, seconds: 0.05 };

const recorded: DeviceGateway = {
  reportProgress: () => Promise.resolve('recorded'),
  reportEnd: () => Promise.resolve('recorded'),
};

let devices: SimulatedDevices | undefined;

afterEach(() => devices?.close());

/** Devices that report to a fake gateway, and what happens to them. */
function simulated(gateway: Partial<DeviceGateway> = {}, overrides: Partial<SimulationOptions> = {}) {
  const deviceEvents: DeviceEvent[] = [];
  const installed: string[] = [];
  const surroundings: SimulationSurroundings = {
    gateway: { ...recorded, ...gateway },
    onInstalled: (sn, version) => Promise.resolve(void installed.push(`${sn} ${version}`)),
    onDeviceEvent: (deviceEvent) => deviceEvents.push(deviceEvent),
  };
  const simulation = simulateDevices({ ...options, ...overrides }, surroundings);
  devices = simulation;
  return {
    deviceEvents,
    installed,
    what: () => deviceEvents.map(({ what }) => what),
    request: (upgradeId: string, sn = 'A1') => {
      simulation.onEvent({ source, detailType: 'UpgradeRequested', detail: { upgradeId, sn, version: '2.4.0' } });
    },
  };
}

const PROGRESS = Array<string>(5).fill('DeviceProgress');
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('A simulated device', () => {
  test('reports from 0 percent to its success, and tells of each report when it is on record', async () => {
    const { request, deviceEvents, installed, what } = simulated();
    request(FIRST);
    await until(() => what().includes('DeviceSucceeded'));
    expect(deviceEvents).toEqual([
      ...[0, 20, 40, 60, 80].map((percent) => ({
        what: 'DeviceProgress',
        sn: 'A1',
        upgradeId: FIRST,
        percent,
        leaseEndsAt: expect.stringMatching(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/),
      })),
      { what: 'DeviceSucceeded', sn: 'A1', upgradeId: FIRST },
    ]);
    expect(installed).toEqual(['A1 2.4.0']);
  });

  test('does not go back to an upgrade whose event comes after that of a newer one', async () => {
    const { request, deviceEvents, what } = simulated();
    request(SECOND);
    request(FIRST);
    await until(() => what().includes('DeviceSucceeded'));
    expect(deviceEvents.filter(({ upgradeId }) => upgradeId === FIRST).map(({ what }) => what)).toEqual([
      'EventDropped',
    ]);
  });

  test('stops when a report of progress is stale', async () => {
    let reports = 0;
    const { request, what } = simulated({
      reportProgress: () => Promise.resolve((reports += 1) === 3 ? 'stale' : 'recorded'),
    });
    request(FIRST);
    await until(() => what().includes('DeviceStopped'));
    await pause(30);
    expect(what()).toEqual(['DeviceProgress', 'DeviceProgress', 'DeviceStopped']);
    expect(reports).toBe(3);
  });

  test('does not claim an end that is stale', async () => {
    const { request, what } = simulated({ reportEnd: () => Promise.resolve('stale') });
    request(FIRST);
    await until(() => what().includes('DeviceStopped'));
    expect(what()).toEqual([...PROGRESS, 'DeviceStopped']);
  });

  test('that falls silent says until when it is held, and reports no more', async () => {
    const { request, deviceEvents, what } = simulated({}, { silent: 1 });
    request(FIRST);
    await until(() => what().includes('DeviceSilent'));
    await pause(30);
    const [last, silence] = deviceEvents.slice(-2);
    expect(silence).toEqual({ ...last, what: 'DeviceSilent', percent: undefined });
  });

  test('has nothing to do with events of other kinds, nor with those that name no device', async () => {
    const { deviceEvents } = simulated();
    const detail = { upgradeId: FIRST, sn: 'A1', version: '2.4.0' };
    devices?.onEvent({ source, detailType: 'UpgradeFinished', detail });
    devices?.onEvent({ source, detailType: 'UpgradeRequested', detail: { ...detail, sn: undefined } });
    await pause(30);
    expect(deviceEvents).toEqual([]);
  });
});

describe('When the simulation is closed', () => {
  test('devices stop where they are, and take up nothing new', async () => {
    const { request, what } = simulated({}, { seconds: 2 });
    request(FIRST);
    await until(() => what().length > 0);
    await devices?.close();
    request(SECOND);
    await pause(500);
    expect(what()).toEqual(['DeviceProgress']);
  });

  test('a report under way is waited for, and is the last', async () => {
    const report = Promise.withResolvers<'recorded'>();
    let reports = 0;
    const { request, what } = simulated({ reportProgress: () => ((reports += 1), report.promise) });
    request(FIRST);
    await until(() => reports > 0);
    const closed = devices?.close().then(() => what());
    report.resolve('recorded');
    expect(await closed).toEqual(['DeviceProgress']);
  });

  test('a device whose report is not answered gives up', async () => {
    const { request, what } = simulated({ reportProgress: () => Promise.reject(new Error('away')) });
    request(FIRST);
    await until(() => what().length > 0);
    await devices?.close();
    await pause(600);
    expect(what()).toEqual(['ReportUnanswered']);
  });
});

test('What one device meets does not depend on others', async () => {
  const mixed = { fail: 0.3, silent: 0.3 };
  const sns = Array.from({ length: 30 }, (_, index) => `A${String(index)}`);
  const endsOf = async (order: readonly string[]) => {
    const { request, deviceEvents } = simulated({}, mixed);
    for (const sn of order) request(FIRST, sn);
    const ends = () => deviceEvents.filter(({ what }) => what !== 'DeviceProgress');
    await until(() => ends().length === order.length);
    await devices?.close();
    return new Map(ends().map(({ sn, what }) => [sn, what]));
  };
  const ends = await endsOf(sns);
  expect(await endsOf(sns.toReversed())).toEqual(ends);
  expect((await endsOf(['A3'])).get('A3')).toBe(ends.get('A3'));
  expect(new Set(ends.values()).size).toBe(3);
});
