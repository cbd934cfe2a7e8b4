/** What an operator does with tools/operate/fleet/README.md alone: its commands, on a simulated fleet from a sheet. */
import { randomInt } from 'node:crypto';
import { afterAll, expect, test } from '@jest/globals';
import { startPipes } from '../../../../tools/stage/pipes/start-pipes.ts';
import { devicesOfStage } from '../../../../tools/stage/simulated-devices/simulate-devices.ts';
import { blocksOf } from '../../../support/docs/documents.ts';
import { template } from '../../../support/event-log.ts';
import { asAdmin, file, fleet, fleetJson, objectsIn, storedDevice } from '../../../support/fleet.ts';
import { newSns, stage } from '../../../support/stage.ts';

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
