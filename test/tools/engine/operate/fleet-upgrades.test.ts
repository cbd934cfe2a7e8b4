import { randomInt } from 'node:crypto';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { DEMO } from '../../../../tools/stage/demo-data/demo.ts';
import { afterwards, interveneNext, startDatabaseProxy } from '../../../support/database-proxy.ts';
import { setUpgrade, upgradeRecord } from '../../../support/event-log.ts';
import { asAdmin, failureOf, file, fleet, fleetJson, folderOf, home, objectsIn } from '../../../support/fleet.ts';
import { ODD_KEYS } from '../../../support/odd-items.ts';
import { SECRET } from '../../../support/secrets.ts';
import { newDevice, newDevices, newSns, put, stage, storedUpgrade } from '../../../support/stage.ts';

/** Starts upgrades, and resolves to the result code of each device. */
async function start(...sns: string[]): Promise<unknown[]> {
  return (await fleetJson(`upgrade start ${sns.join(' ')} --firmware 21`, asAdmin)).map(({ result }) => result);
}

describe('upgrade finish and fail', () => {
  test('free the device, may be repeated, and do not turn one end into the other', async () => {
    const sn = await newDevice();
    expect([...(await start(sn)), ...(await start(sn))]).toEqual([0, 1]);
    expect(await fleetJson(`upgrade finish ${sn}`)).toMatchObject([{ sn, state: 'succeeded', outcome: 'recorded' }]);
    const ended = await storedUpgrade(sn);
    expect(ended).toMatchObject({ state: 'succeeded', progress: 100 });
    const { code, stdout } = await fleet(`upgrade finish ${sn}`);
    expect([code, stdout]).toEqual([0, `The upgrade of ${sn} has succeeded. It was on record already.\n`]);
    expect(await failureOf(`upgrade fail ${sn} --reason late`)).toMatch(/ has succeeded before/);
    expect(await storedUpgrade(sn)).toEqual(ended);
    expect(await start(sn)).toEqual([0]);
  });

  test('record the first reason, who gave it and when, until the next upgrade', async () => {
    const sn = await newDevice();
    await start(sn);
    for (const reason of ['no sign of life', 'another']) await fleetJson(['upgrade', 'fail', sn, '--reason', reason]);
    const who = { endedBy: userInfo().username, endedAt: expect.stringMatching(/^2\d{3}-.*Z$/) };
    const record = { state: 'failed', reason: 'no sign of life', ...who };
    expect(await fleetJson(`upgrade show ${sn}`)).toMatchObject([record]);
    expect(await start(sn)).toEqual([0]);
    expect(await storedUpgrade(sn)).not.toHaveProperty('endedBy');
  });

  test('and firmware add are done although a reply is lost', async () => {
    await using scope = new AsyncDisposableStack();
    const proxy = await startDatabaseProxy(scope, stage.dynamodbEndpoint);
    const folder = folderOf({ ...stage, dynamodbEndpoint: proxy.url });
    const [sn, path] = [await newDevice(), join(home, file('lost.bin', 'x'))];
    await start(sn);
    const id = String(randomInt(1_000_000, 1_000_000_000));
    const add = `firmware add ${path} --id ${id} --family 3 --model 2 --hardware 1.0 --version 9 --location s3://f/9`;
    for (const [command, operation] of [
      [`upgrade finish ${sn}`, 'UpdateItem'],
      [add, 'PutItem'],
    ] as const) {
      interveneNext(proxy, 1, operation, afterwards('drop'));
      expect(await fleet(command, { folder })).toMatchObject({ code: 0, stderr: '' });
    }
  });

  test.each(['finish SN', 'fail SN --reason none'])('create no record where there is none: %s', async (command) => {
    const [sn = ''] = newSns(1);
    const failure = await failureOf(`upgrade ${command.replace('SN', sn)}`);
    expect(failure).toBe(`No upgrade is on record for device ${sn}`);
    expect(await storedUpgrade(sn)).toBeUndefined();
  });

  test.each([
    ['without an id', { upgradeId: undefined }],
    ['with an id of another type', { upgradeId: { odd: [7, null] } }],
    ['with a lease that ends in 2286', { leaseEndsAt: 9_999_999_999 }],
    ['with a lease and a state that are invalid', { state: 'odd', leaseEndsAt: 'odd' }],
  ])('free a device from a record %s', async (_what, oddity) => {
    const sn = await newDevice();
    await put('upgrades', upgradeRecord(sn, { firmwareId: 22, ...oddity }));
    await fleetJson(`upgrade finish ${sn}`);
    expect(await storedUpgrade(sn)).toMatchObject({ state: 'succeeded', firmwareId: 22 });
    expect(await start(sn)).toEqual([0]);
  });
});

test('upgrade show shows how far an upgrade is, but not the token of its claim', async () => {
  const [sn = ''] = newSns(1);
  await put('upgrades', upgradeRecord(sn, { state: 'running', progress: 40, claimToken: 'SECRET-1' }));
  const shown = await fleet(`upgrade show ${sn} --json`);
  const leaseEndsAt: unknown = expect.stringMatching(/^2\d{3}-.*Z$/);
  const view = { sn, state: 'running', progress: 40, leaseEndsAt, holdsDevice: true, stuck: false };
  expect(objectsIn(shown.stdout)).toMatchObject([view]);
  expect(shown.stdout + (await fleet(`upgrade show ${sn}`)).stdout).not.toMatch(SECRET);
});

test('upgrade cancel cancels only what has not begun', async () => {
  const [requested = '', running = ''] = await newDevices(2);
  await start(requested, running);
  await setUpgrade(running, { state: 'running', progress: 0 });
  const { code, stdout, stderr } = await fleet(`upgrade cancel ${requested} ${running} --firmware 21`, asAdmin);
  expect([code, stdout.replace(/ +/g, ' ')]).toEqual([1, `${requested} 0 SUCCESS\n${running} 38 WRONG_STATE\n`]);
  expect(stderr).toMatch(/^error: 1 of 2 devices were not cancelled: see [^\n]+\n$/);
  const again = await fleetJson(`upgrade cancel ${requested} --firmware 21`, asAdmin);
  expect(again).toMatchObject([{ result: 1, name: 'REPEAT' }]);
  const [shown] = await fleetJson(`upgrade show ${requested}`);
  expect(shown).toMatchObject({ state: 'cancelled', cancelledBy: DEMO.admin.uid });
});

test('upgrade status shows the state, the progress and the reason of each device', async () => {
  const [sn = ''] = newSns(1);
  await put('upgrades', upgradeRecord(sn, { state: 'failed', progress: 40, reason: 'power lost' }));
  const { code, stdout, stderr } = await fleet(`upgrade status ${sn} nobody`, asAdmin);
  expect([code, stderr]).toEqual([1, 'error: Nothing is known of the upgrades of 1 of 2 devices\n']);
  expect(stdout).toMatch(new RegExp(`^sn +state [^]+^${sn} +failed +40 [^\n]+ power lost\nnobody +NOT_EXIST `, 'm'));
});

describe('upgrade watch', () => {
  test('reports how many upgrades to a firmware have ended until all have, then which failed and why', async () => {
    const sns = newSns(3);
    const [first = '', second = '', third = ''] = sns;
    for (const sn of sns) await put('upgrades', upgradeRecord(sn, { firmwareId: 4712 }));
    await setUpgrade(first, { state: 'succeeded' });
    await setUpgrade(second, { state: 'failed', reason: 'power lost' });
    let ended: Promise<unknown> | undefined;
    const onStderr = () => {
      ended ??= setUpgrade(third, { state: 'running', firmwareId: 4714 });
    };
    // Whoever had an upgrade to this firmware when the watch begins is watched, whatever comes after.
    const watch = 'upgrade watch --firmware 4712 --every 1s';
    const { code, stdout, stderr } = await fleet(watch, { ...asAdmin, onStderr });
    const table = new RegExp(`^sn +state +reason\n${second} +failed +power lost\n${third} +another's +-?\n$`);
    expect([code, stdout]).toEqual([1, expect.stringMatching(table)]);
    expect(stderr.split('\n')).toEqual([
      '2 of 3 ended: 1 requested, 1 succeeded, 1 failed',
      "3 upgrades: 1 succeeded, 1 failed, 1 another's",
      'error: 2 of 3 upgrades have not succeeded',
      '',
    ]);
    for (const sn of [second, third]) await setUpgrade(sn, { state: 'succeeded' });
    expect(await fleetJson(`upgrade watch ${sns.join(' ')}`, asAdmin)).toHaveLength(3);
  });

  test('leaves out what is no serial number; its record is freed by the key that the list shows', async () => {
    for (const sn of ODD_KEYS) await put('upgrades', upgradeRecord(sn, { firmwareId: 4713 }));
    const watched = await fleet('upgrade watch --firmware 4713', asAdmin);
    expect([watched.code, watched.stdout.match(/left out: no serial number$/gm)?.length]).toEqual([1, ODD_KEYS.length]);
    expect(watched.stderr).toContain('error: 6 of 6 upgrades have not succeeded');
    const { stdout } = await fleet('upgrade list --firmware 4713');
    const shown = stdout.match(/^"(?:[^"\\]|\\.)*"/gm) ?? [];
    expect(shown).toHaveLength(ODD_KEYS.length);
    for (const key of shown) expect((await fleet(['upgrade', 'finish', key])).code).toBe(0);
    expect(await fleetJson(['upgrade', 'show', '__proto__'])).toMatchObject([{ sn: '__proto__', state: 'succeeded' }]);
    const [sn = ''] = newSns(1);
    await put('upgrades', upgradeRecord(sn, { firmwareId: 4713, state: 'succeeded' }));
    const { code, stderr } = await fleet('upgrade watch --firmware 4713', asAdmin);
    expect([code, stderr]).toEqual([1, expect.stringContaining('error: 6 of 7 upgrades have not succeeded')]);
    expect(await fleetJson('upgrade list --firmware 4713 --state succeeded')).toHaveLength(7);
  });

  test('ends when its time is up, and says when there is nothing to watch', async () => {
    const [failed = '', ...others] = await newDevices(3);
    await start(failed, ...others);
    await setUpgrade(failed, { state: 'failed' });
    const { code, stderr } = await fleet(`upgrade watch ${failed} ${others.join(' ')} --for 1s --every 1s`, asAdmin);
    const told = 'The time is up, with 2 of 3 upgrades under way; 1 of 3 upgrades have not succeeded; to watch on, run';
    expect([code, stderr]).toEqual([1, expect.stringContaining(`error: ${told}`)]);
    const all = await fleet('upgrade watch --for 1s --every 1s', asAdmin);
    expect(all.stderr).toContain('what has ended by then is not shown again: give --firmware or --key\n');
    const none = await failureOf('upgrade watch --firmware 999999999', asAdmin);
    expect(none).toBe('No upgrade to this firmware is on record');
  });
});
