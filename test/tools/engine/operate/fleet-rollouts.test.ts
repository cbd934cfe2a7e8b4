/** Roll-outs that the fleet tool makes, watches, stops and retries through the API. */
import { randomUUID } from 'node:crypto';
import { afterEach, expect, test } from '@jest/globals';
import { HEAD } from '../../../../functions/store/items/rollout.ts';
import { captureOutput } from '../../../support/console.ts';
import { blocksOf } from '../../../support/docs/documents.ts';
import { asAdmin, failureOf, fleet, fleetJson, newFleet, objectsIn } from '../../../support/fleet.ts';
import { runOf } from '../../../support/rollouts/run-of.ts';
import { newDevice, newDevices, put, storedUpgrade } from '../../../support/stage.ts';

captureOutput();

const made: string[] = [];

const run = () => runOf(made);

afterEach(async () => {
  for (const id of made.splice(0)) await fleet(`rollout cancel ${id}`, asAdmin);
});

/** A roll-out of new devices, of which all start at once. */
async function newRollout(count = 3, options = ''): Promise<{ id: string; sns: readonly string[] }> {
  const id = randomUUID();
  made.push(id, `${id}-retry`);
  const sns = await newDevices(count);
  await fleetJson(`rollout create ${id} ${sns.join(' ')} --firmware 21 --waves 100%${options}`, asAdmin);
  return { id, sns };
}

const status = async (id: string) => (await fleetJson(`rollout status ${id}`, asAdmin))[0];

test('A roll-out is made of a list once; its dry run writes nothing, and says who would not be started', async () => {
  const [id, sn, offline] = [randomUUID(), await newDevice(), await newDevice({ online: false })];
  made.push(id);
  const command = `${id} - --firmware 21 --waves 1,100% --between manual`;
  const input = [sn, offline, 'nobody'].join('\n');
  const { stdout } = await fleet(`rollout dry-run ${command}`, { ...asAdmin, input });
  expect(stdout.split('\n').slice(1)).toEqual([
    `${offline.padEnd(20)}  12 DEVICE_LOST`,
    `${'nobody'.padEnd(20)}  16 NOT_EXIST`,
    'wave 1, up to 1 devices: 1 would start',
    'wave 2, up to 3 devices: 0 would start',
    '     1  0 SUCCESS',
    '     1  12 DEVICE_LOST',
    '     1  16 NOT_EXIST',
    '',
  ]);
  expect(await failureOf(`rollout status ${id}`, asAdmin)).toBe(`There is no roll-out ${id}: see "rollout list"`);
  const first = await fleet(`rollout create ${command}`, { ...asAdmin, input });
  expect([first.code, first.stdout]).toEqual([0, expect.stringMatching(/^wave +1 of 2, which end at 1, 3 devices$/m)]);
  const again = await fleet(`rollout create ${command} --json`, { ...asAdmin, input });
  expect(objectsIn(again.stdout)).toMatchObject([{ 'rollout-id': id, result: 1, total: 3 }]);
  expect(await failureOf(`rollout create ${id} ${sn} --firmware 21`, asAdmin)).toMatch(/^Another roll-out has this id/);
  const { stdout: list } = await fleet('rollout list', asAdmin);
  expect(list).toMatch(new RegExp(`^${id} +running +- +21 +1/2 +3 +3 +0 +0 +demo-admin`, 'm'));
});

test('A roll-out is paused, goes on as it was seen, and is watched to its end', async () => {
  const { id, sns } = await newRollout(1);
  expect((await fleet(`rollout pause ${id}`, asAdmin)).stdout).toBe(`Roll-out ${id} is paused.\n`);
  expect((await fleet(`rollout pause ${id}`, asAdmin)).stdout).toContain('as it was before');
  const watched = await fleet(`rollout watch ${id}`, asAdmin);
  expect([watched.code, watched.stderr]).toEqual([1, expect.stringContaining(`"rollout resume ${id} --version 2"`)]);
  expect(await failureOf(`rollout resume ${id} --version 1`, asAdmin)).toContain('is not paused as in version 1');
  await fleetJson(`rollout resume ${id} --version 2`, asAdmin);
  await run();
  await fleetJson(`upgrade finish ${sns.join()}`);
  const watching = fleetJson(`rollout watch ${id} --every 1s`, asAdmin);
  await run();
  expect(await watching).toMatchObject([{ state: 'completed', counts: { succeeded: 1 } }]);
  expect(await failureOf(`rollout cancel ${id}`, asAdmin)).toBe(`Roll-out ${id} is completed`);
});

test('Devices that cannot be read are not told to be none', async () => {
  const rolloutId = randomUUID();
  await put('rollouts', { rolloutId, part: HEAD });
  const refusal = `The devices of ${rolloutId} cannot be read: the records of this roll-out are damaged`;
  expect(await failureOf(`rollout status ${rolloutId} --state queued`, asAdmin)).toBe(refusal);
  expect(await failureOf(`rollout retry ${rolloutId} --firmware 22`, asAdmin)).toBe(refusal);
});

test('A cancellation takes back what the roll-out has requested and has not begun, by name; the rest is retried', async () => {
  const { id, sns } = await newRollout(3);
  const [, begun = '', replaced = ''] = sns;
  await run();
  await put('upgrades', { ...(await storedUpgrade(begun)), state: 'running' });
  await put('upgrades', { ...(await storedUpgrade(replaced)), requestKey: 'another' });
  const { code, stdout, stderr } = await fleet(`rollout cancel ${id} --recall`, asAdmin);
  expect([code, stdout]).toEqual([
    1,
    `Roll-out ${id} is cancelled; upgrades under way go on: 3.\n1 upgrades are taken back, 1 had begun.\n`,
  ]);
  expect(stderr).toContain('Not all upgrades are taken back');
  const states = await Promise.all(sns.map(async (sn) => (await storedUpgrade(sn))?.['state']));
  expect(states).toEqual(['cancelled', 'running', 'requested']);
  await fleetJson(`upgrade fail ${begun} --reason broken`);
  await run();
  expect(await fleetJson(`rollout status ${id} --state failed lost`, asAdmin)).toEqual([
    { sn: begun, state: 'failed' },
    { sn: replaced, state: 'lost' },
  ]);
  await fleetJson(`rollout retry ${id} --firmware 22`, asAdmin);
  expect(await status(`${id}-retry`)).toMatchObject({ 'firmware-id': 22, total: 2, state: 'running' });
});

test('The commands of tools/operate/fleet/README.md make a roll-out, and another of those that it has not started', async () => {
  const id = randomUUID();
  made.push(id, `${id}-retry`);
  const { firmware, family } = await newFleet(2);
  const later = firmware.firmwareId + 1;
  await put('firmwares', { ...firmware, firmwareId: later });
  const blocks = blocksOf('tools/operate/fleet/README.md').filter(({ name }) => name === 'Roll-outs: sh');
  const lines = String(blocks[0]?.text)
    .replaceAll(/\\\n\s+/g, '')
    .replaceAll('spring', id)
    .replaceAll('--family 8 ', `--family ${family} `)
    .replace(/8200/g, String(firmware.firmwareId))
    .replace('8201', String(later));
  const [dryRun = '', create = '', watch = '', retry = ''] = lines
    .replaceAll(/^npm .* -- /gm, '')
    .trim()
    .split('\n');
  expect(await fleetJson(dryRun, asAdmin)).toMatchObject([{ results: { 0: 2 } }]);
  expect(await fleetJson(create, asAdmin)).toMatchObject([{ total: 2 }]);
  expect(watch).toBe(`rollout watch ${id}`);
  expect(await failureOf(`rollout retry ${id}`, asAdmin)).toMatch(/ is failed, timed-out, lost: nothing was made$/);
  expect(await status(id)).toMatchObject({ state: 'running' });
  await fleetJson(retry, asAdmin);
  expect([await status(id), await status(`${id}-retry`)]).toMatchObject([
    { state: 'cancelled' },
    { state: 'running', total: 2, 'firmware-id': later },
  ]);
});
