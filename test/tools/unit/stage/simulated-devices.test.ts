import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { DeviceGateway } from '../../../../tools/device-gateway/device-gateway.ts';
import type { SimulationOptions } from '../../../../tools/stage/simulated-devices/course.ts';
import { lineOf, type DeviceEvent } from '../../../../tools/stage/simulated-devices/work.ts';
import { simulateDevices } from '../../../../tools/stage/simulated-devices/simulate-devices.ts';
import { until } from '../../../support/until.ts';

const FIRST = '01a21ce0-6e00-7000-8000-000000000001';
const SECOND = '01a21ce0-6e00-7000-8000-000000000002';
const upgrade = { sn: 'A1', upgradeId: FIRST };

type Outcome = 'recorded' | 'repeated' | 'stale';

let scope: AsyncDisposableStack;
beforeEach(() => void (scope = new AsyncDisposableStack()));
afterEach(() => scope.disposeAsync());

/** Devices that report to a fake gateway, what happens to them, and what they have installed. */
function simulated(gateway: Partial<DeviceGateway> = {}, overrides: Partial<SimulationOptions> = {}) {
  const deviceEvents: DeviceEvent[] = [];
  const installed: string[] = [];
  const recorded = () => Promise.resolve<Outcome>('recorded');
  const options = { seed: 7, fail: 0, silent: 0, seconds: 0.05, ...overrides };
  const onEvent = simulateDevices(scope, options, {
    gateway: { reportProgress: recorded, reportEnd: recorded, ...gateway },
    onInstalled: (sn, version) => Promise.resolve(void installed.push(`${sn} ${version}`)),
    onDeviceEvent: (deviceEvent) => deviceEvents.push(deviceEvent),
  });
  const tell = (detailType: string, more: object) => {
    const detail = { ...upgrade, version: '2.4.0', firmwareId: '21', ...more };
    onEvent({ source: 'stream-fleet', detailType, detail });
  };
  const request = (upgradeId = FIRST) => {
    tell('UpgradeRequested', { upgradeId });
  };
  return { deviceEvents, installed, tell, request, what: () => deviceEvents.map(({ what }) => what) };
}

/** All that comes of one upgrade, until a moment after its end. */
async function story(gateway: Partial<DeviceGateway>, overrides: Partial<SimulationOptions> = {}) {
  const { request, what, ...found } = simulated(gateway, overrides);
  request();
  await until(() => /Succeeded|Failed|Silent|Stopped/.test(what().join()));
  await pause(30);
  return { ...found, what: what() };
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

test('A simulated device reports from 0 percent to its success, and tells of each report when it is on record', async () => {
  const { deviceEvents } = await story({});
  const leaseEndsAt = expect.stringMatching(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/);
  expect(deviceEvents).toEqual([
    ...[0, 20, 40, 60, 80].map((percent) => ({ ...upgrade, what: 'DeviceProgress', percent, leaseEndsAt })),
    { ...upgrade, what: 'DeviceSucceeded' },
  ]);
});

test.each<[string, Partial<DeviceGateway>, string[], string[]]>([
  ['is updated in the registry when it has succeeded', {}, [...PROGRESS, 'DeviceSucceeded'], ['A1 2.4.0']],
  ['stops when its first report is stale, as after a cancellation', { reportProgress: reporting('stale') }, [], []],
  ['stops when a later one is', { reportProgress: reporting('recorded', 'stale') }, ['DeviceProgress'], []],
  ['stops when its end is', { reportEnd: reporting('stale') }, PROGRESS, []],
  [
    'reports again until the database answers, and says once for each report that it did not',
    { reportProgress: reporting('away', 'away', 'recorded'), reportEnd: reporting('away', 'repeated') },
    ['ReportUnanswered', ...PROGRESS, 'ReportUnanswered', 'DeviceSucceeded'],
    ['A1 2.4.0'],
  ],
])('A simulated device %s', async (_what, gateway, events, versions) => {
  const { what, installed } = await story(gateway);
  expect([what, installed]).toEqual([[...events, ...(versions.length > 0 ? [] : ['DeviceStopped'])], versions]);
});

test('A simulated device that fails says why, one that falls silent until when it is held', async () => {
  // A share of the firmware's own counts instead.
  for (const shares of [{ fail: 1, failOf: { 20: 0 } }, { failOf: { 21: 1 } }]) {
    const failed = await story({}, shares);
    expect(failed.deviceEvents.at(-1)).toMatchObject({ what: 'DeviceFailed', reason: expect.stringMatching(/^\w/) });
  }
  const silent = await story({}, { silent: 1 });
  const [last, silence] = silent.deviceEvents.slice(-2);
  expect(silence).toEqual({ ...last, what: 'DeviceSilent', percent: undefined });
});

test('An event that comes twice is dropped, and one that comes after that of a newer upgrade', async () => {
  const { request, deviceEvents, what } = simulated();
  for (const upgradeId of [SECOND, SECOND, FIRST]) request(upgradeId);
  await until(() => what().includes('DeviceSucceeded'));
  const dropped = deviceEvents.filter(({ what }) => what === 'EventDropped');
  expect(dropped.map(({ upgradeId }) => upgradeId)).toEqual([SECOND, FIRST]);
  expect(what().filter((event) => event === 'DeviceProgress')).toHaveLength(5);
});

test('Events of other kinds are ignored, and those that name no device', async () => {
  const { tell, deviceEvents } = simulated();
  tell('UpgradeFinished', {});
  tell('UpgradeRequested', { sn: undefined });
  await pause(30);
  expect(deviceEvents).toEqual([]);
});

test.each<[string, Partial<DeviceGateway>, string]>([
  ['devices stop where they are', {}, 'DeviceProgress'],
  ['a device whose report is not answered gives up', { reportProgress: reporting('away') }, 'ReportUnanswered'],
])('When the simulation is closed, %s, and nothing new is taken up', async (_what, gateway, only) => {
  const { request, what } = simulated(gateway, { seconds: 2 });
  request();
  await until(() => what().length > 0);
  await scope.disposeAsync();
  request(SECOND);
  await pause(600);
  expect(what()).toEqual([only]);
});

test('When the simulation is closed, a report under way is waited for, and is the last', async () => {
  const report = Promise.withResolvers<'recorded'>();
  let reports = 0;
  const { request, what } = simulated({ reportProgress: () => ((reports += 1), report.promise) });
  request();
  await until(() => reports > 0);
  const closed = scope.disposeAsync().then(() => what());
  report.resolve('recorded');
  expect(await closed).toEqual(['DeviceProgress']);
});

test('A line tells what happened as the lines of events do', () => {
  const line = lineOf({ sn: 'A1', what: 'DeviceFailed', reason: 'no "space"', upgradeId: '01' });
  expect(line).toBe('DeviceFailed {"upgradeId":"01","sn":"A1","reason":"no \\"space\\""}');
});
