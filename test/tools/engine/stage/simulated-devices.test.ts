import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { startDatabaseProxy } from '../../../support/database-proxy.ts';
import { gateway, start, succeeded, upgradeOf } from '../../../support/reports.ts';
import { simulatedDevice } from '../../../support/simulated-device.ts';
import { storedDevice } from '../../../support/fleet.ts';
import { ask, nowSeconds, results, stage, storedUpgrade } from '../../../support/stage.ts';
import { PREPARED, stageProcess } from '../../../support/stage-process.ts';
import { until } from '../../../support/until.ts';

const WHOLE_COURSE = [0, 20, 40, 60, 80];

test.concurrent(
  'A simulated device is started, held while it reports, succeeds, and can be started again',
  async () => {
    const device = await simulatedDevice();
    expect(await start(device.sn)).toBe(0);
    expect(await start(device.sn)).toBe(1);
    await device.happened('DeviceProgress');
    const running = await storedUpgrade(device.sn);
    expect(running).toMatchObject({ state: 'running', progress: expect.any(Number) });
    expect(running?.['leaseEndsAt']).toBeLessThanOrEqual(nowSeconds() + 5);
    expect(await start(device.sn)).toBe(1);

    await device.happened('DeviceSucceeded');
    expect(device.progress()).toEqual(WHOLE_COURSE);
    expect(await storedUpgrade(device.sn)).toMatchObject({ state: 'succeeded', progress: 100 });
    expect(await device.finished()).toEqual(['succeeded']);
    expect(await storedDevice(device.sn)).toMatchObject({ firmwareVersion: '2.4.0' });
    expect(await start(device.sn)).toBe(0);
  },
);

test.concurrent(
  'A simulated device never begins what was cancelled in time, and cannot be stopped by a cancel once it has begun',
  async () => {
    const device = await simulatedDevice({ seconds: 10 });
    const cancel = async () => results(await ask('cancel-upgrade', [device.sn], 21));
    expect(await start(device.sn)).toBe(0);
    expect([await cancel(), await cancel()]).toEqual([[0], [1]]);
    await device.happened('DeviceStopped');
    expect([device.progress(), (await storedUpgrade(device.sn))?.['state']]).toEqual([[], 'cancelled']);
    expect(await start(device.sn)).toBe(0);
    await device.happened('DeviceProgress');
    expect(await cancel()).toEqual([38]);
  },
);

test.concurrent('A simulated device may fail, says why, and can be started again', async () => {
  const device = await simulatedDevice({ fail: 1, seconds: 1 });
  expect(await start(device.sn)).toBe(0);
  const { reason } = await device.happened('DeviceFailed');
  expect(await storedUpgrade(device.sn)).toMatchObject({ state: 'failed', reason });
  expect(await device.finished()).toEqual(['failed']);
  expect(await start(device.sn)).toBe(0);
});

test.concurrent(
  'A simulated device may fall silent; then it is held until its lease runs out, and is free after it',
  async () => {
    const device = await simulatedDevice({ silent: 1, seconds: 1 });
    expect(await start(device.sn)).toBe(0);
    const { upgradeId, leaseEndsAt } = await device.happened('DeviceSilent');
    expect(await start(device.sn)).toBe(1);
    const heldFor = Date.parse(leaseEndsAt) - Date.now();
    expect(heldFor).toBeLessThanOrEqual(4_000);
    await pause(Math.max(0, heldFor) + 50);
    expect(await storedUpgrade(device.sn)).toMatchObject({ upgradeId, state: 'running' });
    expect(await start(device.sn)).toBe(0);
    await until(() => device.deviceEvents.at(-1)?.upgradeId !== upgradeId);
  },
);

test.concurrent(
  'A simulated device works once on an upgrade whose event comes twice, and twice more when it is over',
  async () => {
    const device = await simulatedDevice({
      seconds: 1,
      deliver: (event, { onEvent }) => {
        onEvent(event);
        onEvent(event);
      },
    });
    expect(await start(device.sn)).toBe(0);
    await device.happened('DeviceSucceeded');
    device.receive(device.events);
    await pause(300);
    expect(device.progress()).toEqual(WHOLE_COURSE);
    expect(device.deviceEvents.filter(({ what }) => what === 'EventDropped')).toHaveLength(3);
  },
);

test.concurrent(
  'A simulated device learns from its first report that an upgrade is over of which it hears late',
  async () => {
    const { sn, events } = await simulatedDevice({ deliver: () => undefined });
    expect(await start(sn)).toBe(0);
    await gateway.reportEnd(await upgradeOf(sn), succeeded);
    await until(() => events.length > 0);
    const over = await storedUpgrade(sn);
    const late = await simulatedDevice({ sn });
    late.receive(events);
    await late.happened('DeviceStopped');
    expect(late.deviceEvents).toHaveLength(1);
    expect(await storedUpgrade(sn)).toEqual(over);
  },
);

test.concurrent('A simulated device reports again while the database is away, and loses no report', async () => {
  await using closing = new AsyncDisposableStack();
  const proxy = await startDatabaseProxy(stage.dynamodbEndpoint);
  closing.defer(() => proxy.close());
  proxy.intervene = async (_call, forward) => {
    const { length: call } = proxy.calls;
    // The first is never made; of the third report and of the end, only the reply is lost.
    if (call === 1) return 'drop';
    const reply = await forward();
    return call === 4 || call === 7 || call === 8 ? 'drop' : reply;
  };
  const device = await simulatedDevice({ endpoint: proxy.url, seconds: 1 });
  expect(await start(device.sn)).toBe(0);
  await device.happened('DeviceSucceeded');
  expect(device.progress()).toEqual(WHOLE_COURSE);
  expect(device.deviceEvents.filter(({ what }) => what === 'ReportUnanswered')).toHaveLength(3);
  // Ten reports, and the update of the device registry.
  expect(proxy.calls).toHaveLength(11);
  expect(await device.finished()).toEqual(['succeeded']);
  expect(await start(device.sn)).toBe(0);
});

const readme = readFileSync(new URL('../../../../tools/stage/simulated-devices/README.md', import.meta.url), 'utf8');
const [serve = '', walk = ''] = [...readme.matchAll(/^```sh\n([^]+?)^```$/gm)].map(([, block = '']) => block);
const shown = /^```text\n([^]+?)^```$/m.exec(readme)?.[1] ?? '';

test.concurrent(
  'npm start -- --simulate shows what its README shows, and leaves nothing behind when it is interrupted',
  async () => {
    const run = await stageProcess([
      ...PREPARED,
      ...(/^npm start -- (.+) 2>stage.log &$/m.exec(serve)?.[1]?.split(' ') ?? []),
    ]);
    const { url, dynamodbEndpoint } = await run.ready();
    const { stdout } = await promisify(execFile)('sh', ['-c', walk.replaceAll('http://127.0.0.1:3000', url)]);
    expect(stdout).toBe(answersIn(shown));

    const expected = storiesIn(shown);
    expect(expected.size).toBe(6);
    const told = (key: string) => storiesIn(run.output).get(key) ?? [];
    await until(() => [...expected].every(([key, story]) => told(key).length >= story.length));
    run.process.kill('SIGINT');
    expect(await run.exitCode()).toBe(0);
    for (const [key, story] of expected) expect([key, told(key).slice(0, story.length)]).toEqual([key, story]);
    for (const gone of [url, dynamodbEndpoint]) await expect(fetch(gone)).rejects.toThrow('fetch failed');
  },
  60_000,
);

test.concurrent('npm start -- --simulate --help tells of every option of its README', async () => {
  const run = await stageProcess(['--help']);
  expect([await run.exitCode(), run.complaints]).toEqual([0, '']);
  const options = new Set([...readme.matchAll(/--[a-z]+/g)].map(([option]) => option));
  expect(options.size).toBe(5);
  for (const option of options) expect(run.output).toContain(option);
});

function answersIn(screen: string): string {
  return screen.replaceAll(/^[^{].*\n/gm, '');
}

/** What a screen says about each device, apart from ids and times: what it did, and its events, each in order. */
function storiesIn(screen: string): ReadonlyMap<string, readonly string[]> {
  const lines = [...screen.matchAll(/^(Device|Upgrade)(\w+) \{.*"sn":"(\w+)"(.*)\}$/gm)];
  const stories = Map.groupBy(lines, ([, kind = '', , sn = '']) => `${kind} ${sn}`);
  const told = ([, , what = '', , rest = '']: readonly string[]) =>
    [what, ...(rest.match(/"(percent|state|reason)":("[^"]*"|\d+)/g) ?? [])].join(' ');
  return new Map([...stories].map(([key, story]) => [key, story.map(told)]));
}
