/** Roll-outs that the fleet tool makes, watches, stops and retries through the API. */
import { randomUUID } from 'node:crypto';
import { afterEach, expect, test } from '@jest/globals';
import { HEAD } from '../../../../functions/store/items/rollout.ts';
import { Ending } from '../../../../tools/ending.ts';
import { DEMO } from '../../../../tools/stage/demo-data/demo.ts';
import { captureOutput } from '../../../support/console.ts';
import { blocksOf } from '../../../support/docs/documents.ts';
import { asAdmin, failureOf, fleet, fleetJson, newFleet, objectsIn, onStageWith } from '../../../support/fleet.ts';
import { runOf } from '../../../support/rollouts/run-of.ts';
import { newDevice, newDevices, put, storedUpgrade } from '../../../support/stage.ts';
import { changed } from '../../../support/stand-in.ts';

captureOutput();

const made: string[] = [];

const run = () => runOf(made);

// Of the twenty that may be active on the stage, none stays behind: a cancelled one is, until a run has seen all its ends.
afterEach(async () => {
  for (const id of made) await fleet(`rollout cancel ${id} --recall`, asAdmin);
  await run();
  made.length = 0;
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
  const none = await fleet(`rollout dry-run ${id} nobody --firmware 21`, asAdmin);
  expect([none.code, none.stderr]).toEqual([1, 'error: No device would be started now\n']);
  const onStage = await onStageWith(changed({ text: '{}' }));
  expect(await failureOf(`rollout create ${command}`, { ...onStage, input })).toMatch(/; look whether it is done$/);
  const first = await fleet(`rollout create ${command}`, { ...asAdmin, input });
  expect([first.code, first.stdout]).toEqual([0, expect.stringMatching(/^wave +1 of 2, which end at 1, 3 devices$/m)]);
  const again = await fleet(`rollout create ${command} --json`, { ...asAdmin, input });
  expect(objectsIn(again.stdout)).toMatchObject([{ 'rollout-id': id, result: 1, total: 3 }]);
  expect(await failureOf(`rollout create ${id} ${sn} --firmware 21`, asAdmin)).toMatch(/^A roll-out of another list/);
  const many = { ...asAdmin, input: Array.from({ length: 50_001 }, (_, number) => `N${String(number)}`).join('\n') };
  expect(await failureOf(`rollout create ${id} - --firmware 21`, many)).toMatch(/ 17 TOO_MANY: .+: give fewer$/);
  const { stdout: list } = await fleet('rollout list', asAdmin);
  expect(list).toMatch(new RegExp(`^${id} +running +- +21 +1/2 +3 +3 +0 +0 +demo-admin`, 'm'));
});

test('A roll-out is paused, goes on as it was seen, and is watched to its end', async () => {
  const { id, sns } = await newRollout(1, ' nobody');
  expect((await fleet(`rollout pause ${id}`, asAdmin)).stdout).toBe(`Roll-out ${id} is paused.\n`);
  expect((await fleet(`rollout pause ${id}`, asAdmin)).stdout).toContain('as it was before');
  const watched = await fleet(`rollout watch ${id}`, asAdmin);
  expect([watched.code, watched.stderr]).toEqual([1, expect.stringContaining(`"rollout resume ${id} --version 2"`)]);
  expect(await failureOf(`rollout resume ${id} --version 1`, asAdmin)).toMatch(
    / in version 1, .+ is paused, version 2: see/,
  );
  await fleetJson(`rollout resume ${id} --version 2`, asAdmin);
  await run();
  await fleetJson(`upgrade finish ${sns.join()}`);
  const watching = fleetJson(`rollout watch ${id} --every 1s`, asAdmin);
  await run();
  expect(await watching).toMatchObject([{ state: 'completed', counts: { succeeded: 1 } }]);
  const { code, stderr } = await fleet(`rollout watch ${id}`, asAdmin);
  expect([code, stderr]).toEqual([0, `1 were skipped: see "rollout status ${id} --state skipped"\n`]);
  expect(await failureOf(`rollout cancel ${id}`, asAdmin)).toMatch(/cannot be cancelled; it is completed, version \d:/);
});

test('Devices that cannot be read are not told to be none', async () => {
  const rolloutId = randomUUID();
  await put('rollouts', { rolloutId, part: HEAD });
  const refusal = `The devices of ${rolloutId} cannot be read: the records of this roll-out are damaged`;
  expect(await failureOf(`rollout status ${rolloutId} --state queued`, asAdmin)).toBe(refusal);
  expect(await failureOf(`rollout retry ${rolloutId} --firmware 22`, asAdmin)).toBe(refusal);
});

test('A cancellation takes back what the roll-out has requested and has not begun, by name; the rest is retried', async () => {
  const { id, sns } = await newRollout(5, ' --max-in-flight 4');
  const [, begun = '', replaced = '', unknown = ''] = sns;
  await run();
  await put('upgrades', { ...(await storedUpgrade(begun)), state: 'running' });
  await put('upgrades', { ...(await storedUpgrade(replaced)), requestKey: 'another' });
  const result = new RegExp(`("sn":"${unknown}","result":)[01]`);
  const onStage = await onStageWith((answer) => ({ ...answer, text: answer.text.replace(result, '$14') }));
  const { code, stdout, stderr } = await fleet(`rollout cancel ${id} --recall`, onStage);
  expect([code, stdout]).toEqual([
    1,
    `Roll-out ${id} is cancelled; upgrades under way go on: 4.\n1 upgrades are taken back, 1 had begun, 1 are not known.\n`,
  ]);
  expect(stderr).toContain('Not all upgrades are taken back');
  const states = await Promise.all(sns.map(async (sn) => (await storedUpgrade(sn))?.['state']));
  expect(states).toEqual(['cancelled', 'running', 'requested', 'cancelled', undefined]);
  await fleetJson(`upgrade fail ${begun} --reason broken`);
  await run();
  expect(await fleetJson(`rollout status ${id} --state failed lost`, asAdmin)).toEqual([
    { sn: begun, state: 'failed' },
    { sn: replaced, state: 'lost' },
  ]);
  const { stderr: note } = await fleet(`rollout retry ${id} --firmware 22`, asAdmin);
  expect(note).toBe(`1 devices of ${id} never start: it is cancelled, see "queued waiting" in --states\n`);
  expect(await status(`${id}-retry`)).toMatchObject({ 'firmware-id': 22, total: 2, state: 'running' });
});

test('A cancellation also takes back upgrades whose lease has run out, unless the device had begun', async () => {
  const { id, sns } = await newRollout(3, ' --max-in-flight 2');
  const [silent = '', begun = ''] = sns;
  await run();
  await put('upgrades', { ...(await storedUpgrade(silent)), leaseEndsAt: 1 });
  await put('upgrades', { ...(await storedUpgrade(begun)), leaseEndsAt: 1, state: 'running', progress: 40 });
  await run();
  const { stdout } = await fleet(`rollout cancel ${id} --recall`, asAdmin);
  expect(stdout).toMatch(/^2 upgrades are taken back, 0 had begun\.$/m);
  expect(await storedUpgrade(silent)).toMatchObject({ state: 'cancelled' });
});

test('A watch says what it knows while the roll-out cannot be read, and waits as long as it is asked to', async () => {
  const { id } = await newRollout(1);
  let reads = 0;
  const busy = { status: 503, headers: { 'retry-after': '90' }, text: '' };
  const onStage = await onStageWith((answer) => ((reads += 1) === 1 ? answer : busy));
  const { stderr } = await fleet(`rollout watch ${id} --every 1s --for 60s`, onStage);
  const told = / The time is up, with wave 1\/1: 1 queued, as last known: it cannot be read now \(.*503.*\)/;
  expect([reads, stderr]).toEqual([2, expect.stringMatching(told)]);
});

test.each([
  ['--firmware 999999999', 'running', 'There is no such firmware'],
  [`--firmware ${String(DEMO.withdrawnFirmwareId)}`, 'running', 'The firmware is not available'],
  ['--id ID', 'running', 'The new one needs an id of its own'],
  ['--waves 1', 'running', 'Interrupted by SIGINT; nothing was done'],
  ['--waves 100%', 'cancelled', 'try again once one is over (see "rollout list"); ID is cancelled: run the same'],
])('A retry %s leaves the other roll-out %s: %s', async (options, state, told) => {
  const [{ id }, ending] = [await newRollout(1), new Ending()];
  const command = `rollout retry ${id} --states queued ${options.replace('ID', id)}`;
  const text = `{"result":17,"method":"create-rollout","details":[{"rollout-id":"${id}-retry","result":17}]}`;
  const onStage = await onStageWith((answer, { path }) => {
    if (told.startsWith('Interrupted')) ending.interrupt('SIGINT');
    return path.endsWith('create') ? { ...answer, status: 400, text } : answer;
  });
  const { stderr } = await fleet(command, { ...onStage, ending });
  expect([stderr, (await status(id))?.['state']]).toEqual([expect.stringContaining(told.replace('ID', id)), state]);
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
