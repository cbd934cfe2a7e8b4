/** A campaign with tools/operate/fleet/README.md alone, on a simulated fleet from a sheet; its key; and the past of devices. */
import { randomInt } from 'node:crypto';
import { afterAll, expect, test } from '@jest/globals';
import { startPipes } from '../../../../tools/stage/pipes/start-pipes.ts';
import { devicesOfStage } from '../../../../tools/stage/simulated-devices/simulate-devices.ts';
import { blocksOf } from '../../../support/docs/documents.ts';
import { setUpgrade, template } from '../../../support/event-log.ts';
import {
  asAdmin,
  failureOf,
  file,
  fleet,
  fleetJson,
  newFleet,
  objectsIn,
  onStageWith,
  storedDevice,
} from '../../../support/fleet.ts';
import { newSns, put, stage, storedUpgrade } from '../../../support/stage.ts';
import { idsFrom } from '../../../support/history.ts';

const README = 'tools/operate/fleet/README.md';
const sns = newSns(30);
const scope = new AsyncDisposableStack();
afterAll(() => scope.disposeAsync());

/** The devices of this test install what they are told to, the stage's others do not. */
function simulate(): void {
  const onDevices = devicesOfStage(scope, stage, { seed: 7, fail: 0.4, silent: 0, seconds: 1 }, () => undefined);
  startPipes(scope, {
    template,
    endpoint: stage.dynamodbEndpoint,
    onEvent: (event) => {
      if (sns.includes(String(event.detail['sn']))) onDevices(event);
    },
    onTrouble: () => undefined,
  });
}

/** Runs a command of the tool. Resolves to what it prints. */
async function runLine(line: string): Promise<string> {
  const words = line.replace(/^npm run --silent fleet -- /, '');
  const { code, stdout, stderr } = await fleet(words, asAdmin);
  if (code !== 0 && !words.includes('watch')) throw new Error(stderr);
  return stdout;
}

test('a fleet from a sheet is upgraded and watched, and failed upgrades are started again', async () => {
  simulate();
  const [id, family] = [String(randomInt(1_000_000, 1_000_000_000)), String(randomInt(1_000_000, 1_000_000_000))];
  const header = 'SN\tFamilyID\tModelID\tHardwareVersion\tFirmwareVersion\tOnline';
  const rows = sns.map((sn) => `${sn}\t${family}\t1\t1.0\t1.0.0\tTRUE`);
  const sheet = file('devices.txt', Buffer.from(`\uFEFF${[header, ...rows].join('\r\n')}\r\n`, 'utf16le'));
  expect(await fleetJson(`device import ${sheet}`)).toMatchObject([{ devices: 30, broken: 0 }]);
  const product = `--family ${family} --model 1 --hardware 1.0`;
  const firmware = '--version 1.1.0 --location s3://firmwares/8-1-1.0/1.1.0.bin';
  await fleetJson(`firmware add ${sheet} --id ${id} ${product} ${firmware}`);

  const [block = ''] = blocksOf(README).flatMap(({ name, text }) => (name === 'A campaign: sh' ? [text] : []));
  const commands = block.replaceAll('--family 8 ', `--family ${family} `).replaceAll('8200', id).trim().split('\n');
  const [dryRun = '', start = '', watch = '', again = '', ...more] = commands;
  expect(more).toEqual([]);
  expect(await runLine(dryRun)).toBe('');
  expect(await fleetJson(`upgrade list --firmware ${id}`)).toEqual([]);
  expect(await runLine(start)).toBe('');

  const ended = Map.groupBy(objectsIn(await runLine(`${watch} --every 1s --json`)), ({ state }) => state);
  const [succeeded = [], failed = []] = [ended.get('succeeded'), ended.get('failed')];
  expect([ended.size, succeeded.length + failed.length]).toEqual([2, 30]);
  expect(failed[0]).toMatchObject({ reason: expect.any(String) });
  expect(await storedDevice(String(succeeded[0]?.['sn']))).toMatchObject({ firmwareVersion: '1.1.0' });

  expect(await runLine(again)).toBe('');
  const states = (await fleetJson(`upgrade list --firmware ${id}`)).map(({ sn, state }) => [sn, state]);
  const restarted = states.filter(([, state]) => state !== 'succeeded').map(([sn]) => sn);
  expect(failed.map(({ sn }) => sn)).toEqual(expect.arrayContaining(restarted));
});

test('upgrade history lists all upgrades of a device, newest first, page after page', async () => {
  const [sn = ''] = newSns(1);
  const ids = idsFrom(Date.now(), 201);
  for (const upgradeId of ids)
    await put('upgradeHistory', { sn, upgradeId, state: 'failed', endedAt: '2026-11-27T12:00:00Z' });
  const told = await fleetJson(`upgrade history ${sn}`, asAdmin);
  expect(told.map((each) => each['upgrade-id'])).toEqual(ids.toReversed());
  const { stdout } = await fleet(`upgrade history ${sn}`, asAdmin);
  expect(stdout).toMatch(/^state +firmware-id[^]*\nfailed +- +- +- +- +2026-11-27T12:00:00Z/);
});

test('upgrade history fails for a device of which no upgrade is known', async () => {
  expect(await failureOf('upgrade history no-such-device', asAdmin)).toBe('No upgrade of no-such-device is known');
});

test('A campaign has a key: resumed with it, it starts none again that is over, and watch and cancel know its upgrades from others', async () => {
  const { id, family, sns } = await newFleet(4);
  const [done = '', failed = '', fresh = '', another = ''] = sns;
  const start = `upgrade start --all --family ${family} --model 2 --hardware 1.0 --firmware ${id}`;
  expect(await failureOf(start.replace('--model 2', '--model 3'), asAdmin)).toMatch(/^No registered device is of this/);
  await fleetJson(`upgrade start ${another} --firmware ${id} --key of-another`, asAdmin);
  const { stderr } = await fleet(start, asAdmin);
  const key = /^To resume this campaign, run the command again with --key (\S+); without it, a new/m.exec(stderr)?.[1];
  await setUpgrade(done, { state: 'succeeded' });
  await setUpgrade(failed, { state: 'failed', reason: 'power lost' });
  const resumed = await fleet(`${start} --key ${String(key)}`, asAdmin);
  expect([resumed.code, resumed.stderr]).toEqual([0, expect.stringContaining('4 devices: 4 REPEAT\n')]);
  const named: unknown[] = [];
  const onStage = await onStageWith((answer, { body }) => {
    named.push((JSON.parse(body) as { 'upgrade-id': unknown })['upgrade-id']);
    return answer;
  });
  const cancel = `upgrade cancel --all --family ${family} --firmware ${id} --key of-another`;
  const cancelled = await fleetJson(cancel, onStage);
  expect(cancelled).toMatchObject([{ sn: another, result: 0 }]);
  expect(named).toEqual([[(await storedUpgrade(another))?.['upgradeId']]]);
  expect(await storedUpgrade(fresh)).toMatchObject({ state: 'requested', requestKey: key });
  await setUpgrade(fresh, { state: 'succeeded' });
  const watched = await fleet(`upgrade watch ${sns.join(' ')} --key ${String(key)}`, asAdmin);
  expect([watched.code, watched.stdout]).toEqual([1, expect.stringMatching(new RegExp(`^${another} +another's`, 'm'))]);
  expect(watched.stderr).toContain("4 upgrades: 2 succeeded, 1 failed, 1 another's\n");
  expect((await fleet(`upgrade watch --key ${String(key)}`, asAdmin)).stderr).toContain(
    '3 upgrades: 2 succeeded, 1 failed\n',
  );
  expect((await fleetJson(start, asAdmin)).map(({ result }) => result)).toEqual([0, 0, 0, 0]);
});
