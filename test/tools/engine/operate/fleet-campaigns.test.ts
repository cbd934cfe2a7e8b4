/** Upgrades that the fleet tool starts through the API, of some devices or of many. */
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { Ending } from '../../../../tools/ending.ts';
import { DEMO } from '../../../../tools/stage/demo-data/demo.ts';
import { upgradeRecord } from '../../../support/event-log.ts';
import {
  asAdmin,
  failureOf,
  file,
  fleet,
  fleetJson,
  home,
  newFleet,
  objectsIn,
  onStageWith,
} from '../../../support/fleet.ts';
import { ODD_KEYS } from '../../../support/odd-items.ts';
import { newDevice, newDevices, put, storedUpgrade } from '../../../support/stage.ts';
import { changed } from '../../../support/stand-in.ts';

const start = (devices: string) => `upgrade start ${devices} --firmware 21`;

/** What refuses a request, usually a dry run, with this code. */
function refusal(status: number, result: number, method = 'dry-run-upgrade') {
  return { status, text: JSON.stringify({ result, method, details: [] }) };
}

const batchIn = (body: string) => (JSON.parse(body) as { sn: string[] }).sn;

describe('upgrade start', () => {
  test('prints the result of each device, fails unless each is started, and starts each once', async () => {
    const sn = await newDevice();
    const command = start(`${sn} nobody`);
    const { code, stdout, stderr } = await fleet(`${command} --json`, asAdmin);
    const error = '1 of 2 devices were not started: see "Result codes" in docs/api.md';
    expect([code, objectsIn(stderr)]).toEqual([1, [{ error }]]);
    const nobody = { sn: 'nobody', result: 16, name: 'NOT_EXIST' };
    expect(objectsIn(stdout)).toEqual([{ sn, result: 0, name: 'SUCCESS' }, nobody]);
    const { sid, uid } = DEMO.admin;
    const again = await fleet(`${command} --sid ${sid} --uid ${uid}`);
    expect(again.stdout.replace(/ +/g, ' ')).toBe(`${sn} 1 REPEAT\nnobody 16 NOT_EXIST\n`);
  });

  test.each([
    ['an unknown session', { sid: 'SECRET-1', uid: 'ann' }, 21, '37 NOT_LOGGED_IN: log in, and set FLEET_SID'],
    ['a session without rights', DEMO.user, 21, '31 NOT_PERMITTED: take an'],
    ['a withdrawn firmware', DEMO.admin, DEMO.withdrawnFirmwareId, '38 WRONG_STATE: the firmware is not'],
  ])('is refused with %s', async (_what, { sid, uid }, firmware, code) => {
    const command = `upgrade start ${await newDevice()} --firmware ${String(firmware)}`;
    const failure = await failureOf(command, { variables: { FLEET_SID: sid, FLEET_UID: uid } });
    expect(failure).toMatch(new RegExp(`^The API refused with ${code}.*; nothing was started$`));
  });

  test('says that upgrades may have been started when the answer cannot be read', async () => {
    const failure = await failureOf(start(await newDevice()), await onStageWith(changed({ text: '{"x":"SECRET-1"}' })));
    expect(failure).toMatch(
      / may have been started; .+; 0 of 1 devices .+, 1 more perhaps; .+ again with --key [0-9a-f-]{36}$/,
    );
  });

  test.each([
    ['start', 'started', '.+ with --key [0-9a-f-]{36}'],
    ['cancel', 'cancelled', 'run the command again, with --key if there is one: .+'],
  ])('and %s say that devices that end with 4 may have been %s, and how to ask again', async (command, done, again) => {
    const sn = await newDevice();
    const itsResult = new RegExp(`("sn":"${sn}","result":)\\d+`);
    const options = await onStageWith((answer) => ({ ...answer, text: answer.text.replace(itsResult, '$14') }));
    const { code, stderr } = await fleet(`upgrade ${command} ${sn} nobody --firmware 21 --json`, options);
    const told = `^1 of 2 devices were not ${done}: .+; 1 of 2 devices may have been ${done}: to ask again, ${again}$`;
    expect([code, objectsIn(stderr)]).toEqual([1, [{ error: expect.stringMatching(told) }]]);
  });

  test('is refused under the key of a campaign with another firmware', async () => {
    const command = `upgrade start ${await newDevice()} --key ${randomUUID()} --firmware`;
    await fleetJson(`${command} 21`, asAdmin);
    expect(await failureOf(`${command} 22`, asAdmin)).toMatch(
      / 41 CONSTRAINT_VIOLATION: the key is that of a campaign/,
    );
  });
});

describe('A campaign', () => {
  test('sends a list in batches of one product, as large as the stage accepts, and prints who was refused', async () => {
    const { sns: others } = await newFleet(2);
    const sns = await newDevices(5);
    const sizes: number[] = [];
    const options = await onStageWith((answer, { body }) => {
      const { length } = batchIn(body);
      if (length > 3) return { ...answer, ...refusal(400, 17) };
      sizes.push(length);
      return answer;
    });
    const input = ['SN;note', ...[...sns, 'nobody', ...others].map((sn) => `${sn};x`)].join('\r\n');
    const { code, stdout, stderr } = await fleet(`${start('-')} --dry-run`, { ...options, input });
    const refused = [
      ...others.map((sn) => `${sn.padEnd(20)}  24 DEVICE_TYPE_ERROR`),
      `${'nobody'.padEnd(20)}  16 NOT_EXIST`,
    ];
    expect([code, stdout.trim().split('\n').sort()]).toEqual([1, refused.sort()]);
    expect(stderr).toContain('8 devices: 5 SUCCESS, 1 NOT_EXIST, 2 DEVICE_TYPE_ERROR\n');
    expect(stderr).toContain('error: 3 of 8 devices would not be started: see');
    expect(sizes.toSorted()).toEqual([1, 2, 2, 3]);
    expect(await storedUpgrade(sns[0] ?? '')).toBeUndefined();
  });

  test('goes on with devices in some states, without an upgrade, or without the version, and shows them before', async () => {
    const { id, family, product, sns } = await newFleet(6);
    const [done = '', failed = '', silent = '', updated = '', offline = '', fresh = ''] = sns;
    for (const sn of [done, updated]) await put('devices', { sn, ...product, firmwareVersion: '9' });
    await put('devices', { sn: offline, ...product, firmwareVersion: '8', online: false });
    const ends = { [done]: { state: 'succeeded' }, [failed]: { state: 'failed' }, [silent]: { leaseEndsAt: 1 } };
    for (const [sn, end] of Object.entries(ends)) {
      await put('upgrades', upgradeRecord(sn, { firmwareId: Number(id), ...end }));
    }
    await put('upgrades', upgradeRecord(fresh, { state: 'succeeded' }));
    const listed = async (options: string) =>
      (await fleetJson(`upgrade list --firmware ${id} ${options}`)).map(({ sn }) => sn);
    expect(await listed('--state none')).toEqual([updated, offline, fresh]);
    expect(await listed('--state failed timed-out')).toEqual([failed, silent]);
    expect(await listed('--not-installed')).toEqual([failed, silent, offline, fresh]);
    expect(await listed('--offline')).toEqual([offline]);
    expect(await listed('--stuck')).toEqual([silent]);
    const start = `upgrade start --firmware ${id} --state none timed-out --not-installed`;
    const { stdout, stderr } = await fleet(`${start} --all --family ${family}`, asAdmin);
    expect(stdout).toBe(`${offline.padEnd(20)}  12 DEVICE_LOST\n`);
    expect(stderr).toMatch(
      /^3 of 6 devices match; the others are passed over\n[^]+\n3 devices: 2 SUCCESS, 1 DEVICE_LOST\n/,
    );
    expect(await listed('--state requested')).toEqual([silent, fresh]);
    expect(await failureOf(start.replace(' --s', ` ${done} ${fresh} --s`), asAdmin)).toMatch(/^No device matches/);
  });

  test.each([
    ['a signal', 143, 'Interrupted by SIGTERM'],
    ['a refusal', 1, 'The API refused with 37 NOT_LOGGED_IN: log in, and set FLEET_SID and FLEET_UID'],
  ])('that %s ends says how far it came; run again, it goes on', async (what, exit, why) => {
    let calls = 0;
    const last = await newDevice({ hardwareVersion: '2.0' });
    const ending = new Ending();
    const options = await onStageWith((answer) => {
      if (what === 'a signal') ending.interrupt('SIGTERM');
      return (calls += 1) === 1 ? answer : { ...answer, ...refusal(401, 37, 'start-upgrade') };
    });
    const command = start(`--file ${home}/${file('ended.txt', [...(await newDevices(2)), last].join('\n'))}`);
    const { code, stderr } = await fleet(command, { ...options, ending });
    const told = `${why}; 2 of 3 devices were asked for (2 SUCCESS); to go on, run the command again`;
    expect([code, stderr, await storedUpgrade(last)]).toEqual([exit, expect.stringContaining(told), undefined]);
    expect((await fleet(command, asAdmin)).stderr).toContain('3 devices: 2 REPEAT, 1 DEVICE_TYPE_ERROR\n');
  });

  test('is cancelled by its key: what is started meanwhile under another one is left alone', async () => {
    const [first, second, key] = [await newDevice(), await newDevice({ hardwareVersion: '2.0' }), randomUUID()];
    const record = (sn: string, requestKey: string) => put('upgrades', upgradeRecord(sn, { requestKey }));
    for (const sn of [first, second]) await record(sn, key);
    const onStage = await onStageWith(async (answer, { body }) => {
      if (batchIn(body).includes(first)) await record(second, 'another');
      return answer;
    });
    const { stdout } = await fleet(`upgrade cancel ${first} ${second} --firmware 21 --key ${key}`, onStage);
    expect(stdout.replace(/ +/g, ' ')).toBe(`${first} 0 SUCCESS\n${second} 38 WRONG_STATE\n`);
  });

  test('leaves out of all devices, or of a list, what is no serial number, says so, and fails', async () => {
    const { id, family, product, sns } = await newFleet(1);
    for (const sn of ODD_KEYS) await put('devices', { sn, ...product });
    const { code, stdout, stderr } = await fleet(`upgrade start --all --family ${family} --firmware ${id}`, asAdmin);
    const shown = [...'__proto__,A1\\u001b[2J,A1\\u202e,\\"A1\\", '.split(','), 'A'.repeat(65)].map(
      (key) => `"${key}"`,
    );
    const lines = shown.map((key) => `${key.padEnd(20)}  left out: no serial number`);
    expect([code, stdout.trim().split('\n').sort()]).toEqual([1, lines.sort()]);
    expect(stderr).toContain('7 devices: 1 SUCCESS, 6 left out\nerror: 6 of 7 devices were not started: see');
    const input = [...sns, ...ODD_KEYS].map((sn) => JSON.stringify({ sn })).join('\n');
    const listed = await fleet(`upgrade cancel - --firmware ${id} --json`, { ...asAdmin, input });
    const results = [...ODD_KEYS.map((sn) => ({ sn, leftOut: true })), { sn: sns[0], result: 0, name: 'SUCCESS' }];
    expect([listed.code, objectsIn(listed.stdout)]).toEqual([1, results]);
  });

  test('does not begin with a broken list', async () => {
    const sn = await newDevice();
    const input = `${sn}\nno serial number`;
    expect(await failureOf(start('-'), { ...asAdmin, input })).toMatch(/^Line 2 has no serial number/);
    expect(await storedUpgrade(sn)).toBeUndefined();
    expect(await failureOf(start('-'), { ...asAdmin, input: '\n' })).toBe('The list has no devices');
  });
});
