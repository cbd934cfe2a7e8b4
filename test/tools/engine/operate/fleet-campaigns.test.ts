/** Upgrades that the fleet tool starts through the API, of some devices or of many. */
import { randomInt } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { DEMO } from '../../../../tools/stage/demo-data/demo.ts';
import { upgradeRecord } from '../../../support/event-log.ts';
import { file, fleet, fleetJson, folderOf, objectsIn } from '../../../support/fleet.ts';
import { SECRET } from '../../../support/secrets.ts';
import { newDevice, newDevices, put, stage, storedUpgrade } from '../../../support/stage.ts';
import { changed, standIns, type Change } from '../../../support/stand-in.ts';

const variables = { FLEET_SID: DEMO.admin.sid, FLEET_UID: DEMO.admin.uid };
const asAdmin = { variables };

function command(name: string, ...args: string[]): string[] {
  return ['upgrade', name, ...args, '--firmware', '21'];
}

/** The result code of each device. */
async function told(name: string, ...args: string[]): Promise<unknown[]> {
  return (await fleetJson(command(name, ...args), asAdmin)).map(({ result }) => result);
}

const { optionsFor } = standIns();

/** The folder of a stage whose answers are changed. */
async function folderWith(change: Change): Promise<string> {
  const [, url] = await optionsFor(change);
  return folderOf({ ...stage, url });
}

/** Devices of a product of their own, with a firmware for it. */
async function newFleet(count: number): Promise<{ id: string; family: string; sns: string[] }> {
  const [firmwareId, familyId] = [randomInt(1_000_000, 1_000_000_000), randomInt(1_000_000, 1_000_000_000)];
  const product = { familyId, modelId: 2, hardwareVersion: '1.0' };
  const rest = { version: '9', state: 'available', location: 's3://f/9', sizeBytes: 1, sha256: 'a'.repeat(64) };
  await put('firmwares', { firmwareId, ...product, ...rest });
  return { id: String(firmwareId), family: String(familyId), sns: await newDevices(count, { familyId }) };
}

describe('upgrade start', () => {
  test('starts each device once, by the session of options or variables', async () => {
    const sns = await newDevices(2);
    expect(await told('start', ...sns)).toEqual([0, 0]);
    const options = ['--sid', DEMO.admin.sid, '--uid', DEMO.admin.uid];
    const { code, output } = await fleet([...command('start', ...sns), ...options]);
    expect([code, output.replace(/ +/g, ' ')]).toEqual([0, sns.map((sn) => `${sn} 1 REPEAT\n`).join('')]);
  });

  test('fails when a device is not started, and tells each what it was told', async () => {
    const sn = await newDevice();
    const { code, output, complaint } = await fleet([...command('start', sn, 'nobody'), '--json'], asAdmin);
    expect([code, objectsIn(complaint)]).toEqual([
      1,
      [{ error: '1 of 2 devices were not started: see "Result codes" in docs/api.md' }],
    ]);
    expect(objectsIn(output)).toEqual([
      { sn, result: 0, name: 'SUCCESS' },
      { sn: 'nobody', result: 16, name: 'NOT_EXIST' },
    ]);
  });

  test.each([
    ['an unknown session', { FLEET_SID: 'SECRET-1', FLEET_UID: 'ann' }, '37 NOT_LOGGED_IN: log in, and set FLEET_SID'],
    ['no administrator', { FLEET_SID: DEMO.user.sid, FLEET_UID: DEMO.user.uid }, '31 NOT_PERMITTED: take an'],
  ])('is refused with %s', async (_what, session, code) => {
    const { complaint, ...run } = await fleet(command('start', await newDevice()), { variables: session });
    expect(run).toEqual({ code: 1, output: '' });
    expect(complaint).toMatch(new RegExp(`^error: The API refused with ${code}[^\n]*; nothing was started\n$`));
  });

  test('knows that nothing was started when the API cannot be reached', async () => {
    const folder = folderOf({ ...stage, url: 'http://127.0.0.1:2' });
    const { code, complaint } = await fleet(command('start', 'A1'), { variables, folder });
    expect([code, complaint]).toEqual([
      1,
      expect.stringMatching(/^error: [^\n]+ECONNREFUSED[^\n]+"npm start"[^\n]+\n$/),
    ]);
  });

  test.each([
    ['is JSON of another kind', { text: '{"message":"SECRET-1"}' }],
    ['leads elsewhere', { status: 302, headers: { location: 'http://127.0.0.1:1/' }, text: '' }],
  ])('does not know what was started when an answer %s', async (_what, parts) => {
    const folder = await folderWith(changed(parts));
    const { code, output, complaint } = await fleet(command('start', await newDevice()), { variables, folder });
    expect([code, output]).toEqual([1, '']);
    expect(complaint).toMatch(
      /^error: http:\S+ [^\n]+ may have been started; [^\n]+ run the command again, which is safe\n$/,
    );
    expect(complaint).not.toMatch(SECRET);
  });
});

describe('A campaign', () => {
  test('takes any list, a batch for each product and as large as the stage takes, and tells who was refused', async () => {
    const { sns: others } = await newFleet(2);
    const sns = await newDevices(5);
    const sizes: number[] = [];
    const folder = await folderWith((answer, { body }) => {
      const { sn } = JSON.parse(body) as { sn: string[] };
      if (sn.length > 3)
        return { ...answer, status: 400, text: '{"result":17,"method":"dry-run-upgrade","details":[]}' };
      sizes.push(sn.length);
      return answer;
    });
    const input = ['SN;note', ...[...sns, 'nobody', ...others].map((sn) => `${sn};x`)].join('\r\n');
    const options = { variables, folder, input };
    const run = await fleet(command('start', '-', '--dry-run'), options);
    const lines = [...others, 'nobody'].map(
      (sn) => `${sn.padEnd(20)}  ${sn === 'nobody' ? '16 NOT_EXIST' : '24 DEVICE_TYPE_ERROR'}`,
    );
    expect([run.code, run.output.trim().split('\n').sort()]).toEqual([1, lines.sort()]);
    expect(run.complaint).toContain('8 devices: 5 SUCCESS, 1 NOT_EXIST, 2 DEVICE_TYPE_ERROR\n');
    expect(run.complaint).toContain('error: 3 of 8 devices would not be started: see');
    expect(sizes.toSorted()).toEqual([1, 2, 2, 3]);
    expect(await storedUpgrade(sns[0] ?? '')).toBeUndefined();
  });

  test('takes all devices of a product; asked again, it goes on where it was broken off', async () => {
    const { id, family, sns } = await newFleet(3);
    const all = ['--all', '--family', family, '--model', '2', '--hardware', '1.0', '--firmware', id];
    let calls = 0;
    const folder = await folderWith((answer, { body }) => {
      const { length } = (JSON.parse(body) as { sn: string[] }).sn;
      if (length > 2) return { ...answer, status: 400, text: '{"result":17,"method":"dry-run-upgrade","details":[]}' };
      if ((calls += 1) === 1) return answer;
      return { ...answer, status: 401, text: '{"result":37,"method":"dry-run-upgrade","details":[]}' };
    });
    const broken = await fleet(['upgrade', 'start', ...all, '--dry-run'], { variables, folder });
    expect(broken.complaint).toContain(
      '; 2 of 3 devices were asked for before: run the command again, which is safe\n',
    );
    const results = async () =>
      (await fleetJson(['upgrade', 'start', ...all], asAdmin)).map(({ sn, result }) => [sn, result]);
    expect((await results()).sort()).toEqual(sns.map((sn) => [sn, 0]).sort());
    expect((await results()).map(([, result]) => result)).toEqual([1, 1, 1]);
    const none = await fleet(['upgrade', 'start', ...all, '--model', '3'], asAdmin);
    expect(none).toMatchObject({
      code: 1,
      complaint: expect.stringMatching(/^error: No registered device is of this/),
    });
  });

  test('is not begun with a list that is broken', async () => {
    const sn = await newDevice();
    const { code, complaint } = await fleet(command('start', '--file', file('sns.txt', `${sn}\nno sn\n`)), asAdmin);
    expect([code, complaint]).toEqual([
      1,
      expect.stringMatching(/^error: Line 2 of the list has no serial number[^\n]+\n$/),
    ]);
    expect(await storedUpgrade(sn)).toBeUndefined();
  });
});

test('upgrade start --dry-run tells what the API would say, and starts nothing', async () => {
  const [free = '', busy = ''] = await newDevices(2);
  await put('upgrades', upgradeRecord(busy, { firmwareId: 22 }));
  const sns = [free, busy, await newDevice({ online: false })];
  const { code, output } = await fleet([...command('start', ...sns), '--dry-run', '--json'], asAdmin);
  expect([code, objectsIn(output).map(({ result }) => result)]).toEqual([1, [0, 11, 12]]);
  expect(await storedUpgrade(free)).toBeUndefined();
  const withdrawn = ['upgrade', 'start', free, '--firmware', String(DEMO.withdrawnFirmwareId), '--dry-run'];
  expect((await fleet(withdrawn, asAdmin)).complaint).toContain(
    'error: The API refused with 38 WRONG_STATE: the firmware',
  );
});
