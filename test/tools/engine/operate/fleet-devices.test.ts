import { describe, expect, test } from '@jest/globals';
import { failureOf, file, fleet, fleetJson, storedDevice } from '../../../support/fleet.ts';
import { SECRET } from '../../../support/secrets.ts';
import { listOf, newDevice, newSns } from '../../../support/stage.ts';

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
