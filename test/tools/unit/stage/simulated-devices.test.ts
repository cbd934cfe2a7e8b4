import { afterEach, describe, expect, test } from '@jest/globals';
import type { DeviceGateway } from '../../../../tools/device-gateway/device-gateway.ts';
import type { SimulationOptions } from '../../../../tools/stage/simulated-devices/course.ts';
import { lineOf, type DeviceEvent } from '../../../../tools/stage/simulated-devices/device-event.ts';
import { simulateDevices, type SimulatedDevices } from '../../../../tools/stage/simulated-devices/simulate-devices.ts';
import { until } from '../../../support/until.ts';

const FIRST = '01993c5e-7a00-7000-8000-000000000001';
const SECOND = '01993c5e-7a00-7000-8000-000000000002';
const source = 'stream-fleet';
const options: SimulationOptions = { seed: 7, fail: 0, silent: 0, seconds: 0.05 };

type Outcome = 'recorded' | 'repeated' | 'stale';

let devices: SimulatedDevices | undefined;

afterEach(() => devices?.close());

/** Devices that report to a fake gateway, and what happens to them. */
function simulated(gateway: Partial<DeviceGateway> = {}, overrides: Partial<SimulationOptions> = {}) {
  const deviceEvents: DeviceEvent[] = [];
  const installed: string[] = [];
  const recorded = () => Promise.resolve<Outcome>('recorded');
  const simulation = simulateDevices(
    { ...options, ...overrides },
    {
      gateway: { reportProgress: recorded, reportEnd: recorded, ...gateway },
      onInstalled: (sn, version) => Promise.resolve(void installed.push(`${sn} ${version}`)),
      onDeviceEvent: (deviceEvent) => deviceEvents.push(deviceEvent),
    },
  );
  devices = simulation;
  const what = () => deviceEvents.map(({ what }) => what);
  const request = (upgradeId: string) => {
    const detail = { upgradeId, sn: 'A1', version: '2.4.0' };
    simulation.onEvent({ source, detailType: 'UpgradeRequested', detail });
  };
  const upgradeUntil = async (event: DeviceEvent['what']) => {
    request(FIRST);
    await until(() => what().includes(event));
  };
  return { deviceEvents, installed, what, request, upgradeUntil };
}

/** A report with these outcomes in turn, `away` when the database does not answer; the last of them stays. */
function reporting(...outcomes: readonly (Outcome | 'away')[]) {
  let reports = 0;
  return () => {
    const outcome = outcomes[Math.min(reports, outcomes.length - 1)] ?? 'away';
    reports += 1;
    return outcome === 'away' ? Promise.reject(new Error('away')) : Promise.resolve(outcome);
  };
}

const PROGRESS = Array<string>(5).fill('DeviceProgress');
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('A simulated device', () => {
  test('reports from 0 percent to its success, and tells of each report when it is on record', async () => {
    const { upgradeUntil, deviceEvents, installed } = simulated();
    await upgradeUntil('DeviceSucceeded');
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

  test('drops an event that comes twice, and one that comes after that of a newer upgrade', async () => {
    const { request, deviceEvents, what } = simulated();
    for (const upgradeId of [SECOND, SECOND, FIRST]) request(upgradeId);
    await until(() => what().includes('DeviceSucceeded'));
    const dropped = deviceEvents.filter(({ what }) => what === 'EventDropped');
    expect(dropped.map(({ upgradeId }) => upgradeId)).toEqual([SECOND, FIRST]);
    expect(what().filter((event) => event === 'DeviceProgress')).toHaveLength(5);
  });

  test.each<[string, Partial<DeviceGateway>, string[]]>([
    ['its first report, as after a cancellation', { reportProgress: reporting('stale') }, []],
    ['a later one', { reportProgress: reporting('recorded', 'stale') }, ['DeviceProgress']],
    ['its end', { reportEnd: reporting('stale') }, PROGRESS],
  ])('stops when its upgrade turns out to be over: on %s', async (_which, gateway, before) => {
    const { upgradeUntil, what, installed } = simulated(gateway);
    await upgradeUntil('DeviceStopped');
    await pause(30);
    expect([what(), installed]).toEqual([[...before, 'DeviceStopped'], []]);
  });

  test('reports again until the database answers, and says once for each report that it did not', async () => {
    const { upgradeUntil, what } = simulated({
      reportProgress: reporting('away', 'away', 'recorded'),
      reportEnd: reporting('away', 'repeated'),
    });
    await upgradeUntil('DeviceSucceeded');
    expect(what()).toEqual(['ReportUnanswered', ...PROGRESS, 'ReportUnanswered', 'DeviceSucceeded']);
  });

  test('that fails says why', async () => {
    const { upgradeUntil, deviceEvents } = simulated({}, { fail: 1 });
    await upgradeUntil('DeviceFailed');
    expect(deviceEvents.at(-1)).toMatchObject({ what: 'DeviceFailed', reason: expect.stringMatching(/^\w/) });
  });

  test('that falls silent says until when it is held, and reports no more', async () => {
    const { upgradeUntil, deviceEvents } = simulated({}, { silent: 1 });
    await upgradeUntil('DeviceSilent');
    await pause(30);
    const [last, silence] = deviceEvents.slice(-2);
    expect(silence).toEqual({ ...last, what: 'DeviceSilent', percent: undefined });
  });

  test('ignores events of other kinds, and those that name no device', async () => {
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
    const { request, what } = simulated({ reportProgress: reporting('away') });
    request(FIRST);
    await until(() => what().length > 0);
    await devices?.close();
    await pause(600);
    expect(what()).toEqual(['ReportUnanswered']);
  });
});

test('A line tells what happened as the lines of events do', () => {
  const line = lineOf({ sn: 'A1', what: 'DeviceFailed', reason: 'no "space"', upgradeId: '01' });
  expect(line).toBe('DeviceFailed {"upgradeId":"01","sn":"A1","reason":"no \\"space\\""}');
});
