import { describe, expect, test } from '@jest/globals';
import { failureOf, file, fleet, fleetJson, storedDevice } from '../../../support/fleet.ts';
import { SECRET } from '../../../support/secrets.ts';
import { listOf, newDevice, newDevices, newSns, results, storedUpgrade, upgrade } from '../../../support/stage.ts';
import { randomInt } from 'node:crypto';
import { DEMO } from '../../../../tools/stage/demo-data/demo.ts';

const product = { familyId: 3, modelId: 2, hardwareVersion: '1.0' };
const PRODUCT = '--family 3 --model 2 --hardware 1.0 --firmware-version';

describe('device put', () => {
  test('registers a device, with the stream servers of a file', async () => {
    const [sn = ''] = newSns(1);
    const streamServers = [
      { type: 1, id: 11, streamKey: 'SECRET-1' },
      { type: 5, id: 15, address: 'studio.example.com', port: 9000, encryption: true, passphrase: 'SECRET-2' },
    ];
    const path = file('servers.json', JSON.stringify(streamServers));
    await fleetJson(`device put ${sn} ${PRODUCT} 2.3.0 --online FALSE --servers ${path}`);
    expect(await storedDevice(sn)).toEqual({ sn, ...product, firmwareVersion: '2.3.0', online: false, streamServers });
    expect((await listOf(sn)).body.serverList?.[0]).toMatchObject({ type: 1, isConfigured: true });
  });

  test('leaves unchanged what no option names', async () => {
    const sn = await newDevice({ online: false, streamServers: [{ type: 1, id: 1, streamKey: 'SECRET-1' }] });
    const before = await storedDevice(sn);
    await fleetJson(`device put ${sn} ${PRODUCT} 2.4.0`);
    expect(await storedDevice(sn)).toEqual({ ...before, firmwareVersion: '2.4.0' });
  });

  test.each([
    ['that are not JSON', '{"streamKey":"SECRET-1"'],
    ['with invalid fields', '[{"type":4,"id":1,"password":["SECRET-1"],"SECRET-2":"SECRET-3"}]'],
  ])('refuses stream servers %s, without showing their values', async (_what, content) => {
    const [sn = ''] = newSns(1);
    const command = `device put ${sn} ${PRODUCT} 2.3.0 --servers ${file('bad.json', content)}`;
    expect(await failureOf(command)).toMatch(/^The stream servers /);
    expect(await storedDevice(sn)).toBeUndefined();
  });
});

describe('device show and list', () => {
  test('show a device without its secrets', async () => {
    const sn = await newDevice({ streamServers: [{ type: 1, id: 1, streamKey: 'SECRET-1' }] });
    expect(await fleetJson(`device show ${sn}`)).toMatchObject([{ sn, familyId: 3, configuredServers: [1] }]);
    const { stdout } = await fleet('device list --json');
    expect(stdout).toContain(`{"sn":"${sn}","familyId":3,"modelId":2,"hardwareVersion":"1.0"`);
    expect(stdout + (await fleet(`device show ${sn}`)).stdout).not.toMatch(SECRET);
  });

  test.each(['show', 'servers'])('device %s fails for a device that is not registered', async (command) => {
    expect(await failureOf(`device ${command} nobody`)).toBe('There is no device nobody');
  });
});

test('device servers lists what the API does, says what is missing or invalid, and shows no secret', async () => {
  const views = await fleetJson('device servers A302190930002');
  const listed = (await listOf('A302190930002')).body.serverList ?? [];
  const seen = ({ type, name, isConfigured }: Record<string, unknown>) => ({ type, name, isConfigured });
  expect(views.map(seen)).toEqual(listed.map(seen));
  expect(views.at(-1)).toMatchObject({ isSet: true, faults: [{ field: 'address', problem: 'invalid' }] });
  const { stdout } = await fleet('device servers A302190930002');
  expect(stdout).toMatch(/^4 +RTMP +not configured: userName missing, password missing$/m);
  expect(JSON.stringify(views) + stdout).not.toMatch(SECRET);
});

const image = file('firmware.bin', Buffer.alloc(3_000_000));

/** An id that no other test uses. */
const newId = () => randomInt(1_000_000, 1_000_000_000);

function add(id: number, path = image): string {
  const product = '--family 3 --model 2 --hardware 1.0';
  return `firmware add ${path} --id ${String(id)} ${product} --version 2.9.0 --location s3://firmwares/2.9.0.bin`;
}

describe('firmware add', () => {
  test('does not replace a firmware', async () => {
    const id = newId();
    await fleetJson(add(id));
    expect(await failureOf(add(id, file('other.bin', 'other')))).toMatch(/^Firmware \d+ exists already/);
    const found = (await fleetJson('firmware list')).find(({ firmwareId }) => firmwareId === id);
    expect(found).toMatchObject({ sizeBytes: 3_000_000 });
  });

  test.each(['absent.bin', file('empty.bin', '')])('refuses a file that is missing or empty: %s', async (path) => {
    expect(await failureOf(add(newId(), path))).toMatch(/^The file /);
  });
});

describe('firmware withdraw and restore', () => {
  test('stop new upgrades and allow them again; both may be repeated', async () => {
    const id = newId();
    const [sn = '', other] = await newDevices(2);
    await fleetJson(add(id));
    expect(results(await upgrade([sn], id))).toEqual([0]);
    for (const command of Array<string>(2).fill(`firmware withdraw ${String(id)}`)) await fleetJson(command);
    expect(await upgrade([other], id)).toMatchObject({ status: 409, body: { result: 38 } });
    expect(await storedUpgrade(sn)).toMatchObject({ state: 'requested' });
    for (const command of Array<string>(2).fill(`firmware restore ${String(id)}`)) await fleetJson(command);
    expect(results(await upgrade([other], id))).toEqual([0]);
  });

  test.each([
    ['withdraw', 'available firmware', newId(), 404],
    ['withdraw', 'available firmware', DEMO.uploadingFirmwareId, 409],
    ['restore', 'withdrawn firmware', newId(), 404],
    ['restore', 'withdrawn firmware', DEMO.uploadingFirmwareId, 409],
  ])(
    '%s fails for a firmware that does not exist, or is still being uploaded: %s %i',
    async (command, what, id, status) => {
      expect(await failureOf(`firmware ${command} ${String(id)}`)).toBe(`There is no ${what} ${String(id)}`);
      expect((await upgrade([await newDevice()], id)).status).toBe(status);
    },
  );
});

test('firmware list shows all firmwares, sorted by id', async () => {
  const ids = (await fleetJson('firmware list')).map(({ firmwareId }) => Number(firmwareId));
  expect(ids).toEqual(expect.arrayContaining([21, 22, 23, 24, 31, 41]));
  expect(ids).toEqual(ids.toSorted((one, other) => one - other));
  expect((await fleet('firmware list')).stdout).toMatch(/^firmwareId +state[^]+^24 +withdrawn +3 +2 +1\.0/m);
});
