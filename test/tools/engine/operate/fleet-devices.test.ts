import { describe, expect, test } from '@jest/globals';
import { file, fleet, fleetJson, storedDevice } from '../../../support/fleet.ts';
import { SECRET } from '../../../support/secrets.ts';
import { listOf, newDevice, newSns, put } from '../../../support/stage.ts';

const product = ['--family', '3', '--model', '2', '--hardware', '1.0', '--firmware-version', '2.3.0'];
const servers = [
  { type: 1, id: 11, streamKey: 'SECRET-1' },
  { type: 5, id: 15, address: 'studio.example.com', port: 9000, encryption: true, passphrase: 'SECRET-2' },
];

describe('device put', () => {
  test('registers a device, with the stream servers of a file', async () => {
    const [sn = ''] = newSns(1);
    const path = file('servers.json', JSON.stringify(servers));
    await fleetJson(['device', 'put', sn, ...product, '--online', 'no', '--servers', path]);
    const rest = { familyId: 3, modelId: 2, hardwareVersion: '1.0', firmwareVersion: '2.3.0', online: false };
    expect(await storedDevice(sn)).toEqual({ sn, ...rest, streamServers: servers });
    expect((await listOf(sn)).body.serverList?.[0]).toMatchObject({ type: 1, isConfigured: true });
  });

  test('leaves alone what no option speaks of', async () => {
    const sn = await newDevice({ online: false, streamServers: [{ type: 1, id: 1, streamKey: 'SECRET-1' }] });
    const before = await storedDevice(sn);
    await fleetJson(['device', 'put', sn, ...product.with(-1, '2.4.0')]);
    expect(await storedDevice(sn)).toEqual({ ...before, firmwareVersion: '2.4.0' });
  });

  test.each([
    ['that are not JSON', '{"streamKey":"SECRET-1"'],
    ['with faults', '[{"type":4,"id":1,"password":["SECRET-1"],"SECRET-2":"SECRET-3"}]'],
  ])('takes no stream servers %s, and does not tell what they hold', async (_what, content) => {
    const [sn = ''] = newSns(1);
    const command = ['device', 'put', sn, ...product, '--servers', file('bad.json', content)];
    const { code, output, complaint } = await fleet(command);
    expect([code, output, complaint]).toEqual([1, '', expect.stringMatching(/^error: The stream servers [^\n]+\n$/)]);
    expect(complaint).not.toMatch(SECRET);
    expect(await storedDevice(sn)).toBeUndefined();
  });
});

describe('device show and list', () => {
  test('show a device without its secrets', async () => {
    const sn = await newDevice({ streamServers: [{ type: 1, id: 1, streamKey: 'SECRET-1' }] });
    const shown = await fleetJson(['device', 'show', sn]);
    expect(shown).toEqual([expect.objectContaining({ sn, familyId: 3, configuredServers: [1] })]);
    const all = await fleet(['device', 'list', '--json']);
    expect(all.output).toContain(`{"sn":"${sn}","familyId":3,"modelId":2,"hardwareVersion":"1.0"`);
    expect(all.output + (await fleet(['device', 'show', sn])).output).not.toMatch(SECRET);
  });

  test('show a record as it is, however odd, in lines of its own', async () => {
    const [sn = ''] = newSns(1);
    await put('devices', { sn, hardwareVersion: '1\n\u001B[31m0', firmwareVersion: { key: 'SECRET-1' }, modelId: 1 });
    const { code, output } = await fleet(['device', 'show', sn]);
    expect([code, output.split('\n')]).toEqual([
      0,
      [expect.stringContaining(sn), 'modelId            1', 'hardwareVersion    1 0', 'configuredServers  none', ''],
    ]);
  });

  test('fail for a device that is not registered', async () => {
    for (const command of ['show', 'servers']) {
      const { code, output, complaint } = await fleet(['device', command, 'nobody']);
      expect([code, output, complaint]).toEqual([1, '', 'error: There is no device nobody\n']);
    }
  });
});

describe('device servers', () => {
  test('names what is missing or wrong in each stream server', async () => {
    const { code, output } = await fleet(['device', 'servers', 'A302190930002']);
    expect(code).toBe(0);
    expect(output.replace(/ +/g, ' ').split('\n')).toEqual([
      '1 Video sharing not configured: streamKey missing',
      '2 Live streaming not configured: url invalid',
      '3 Social live video not configured: streamKey missing',
      '6 NDI not configured: sourceName missing',
      '4 RTMP not configured: userName missing, password missing',
      '5 SRT not configured: address invalid',
      '',
    ]);
    expect(output).not.toMatch(SECRET);
  });

  test('says the same for machines, and of the same as the API does', async () => {
    const sn = 'A302190930005';
    const views = await fleetJson(['device', 'servers', sn]);
    const listed = (await listOf(sn)).body.serverList ?? [];
    expect(views.map(({ type, name, isConfigured }) => ({ type, name, isConfigured }))).toEqual(
      listed.map(({ type, name, isConfigured }) => ({ type, name, isConfigured })),
    );
    expect(views.at(-1)).toEqual({
      type: 5,
      name: 'SRT',
      isConfigured: false,
      isSet: true,
      faults: [{ field: 'passphrase', problem: 'invalid' }],
    });
    expect(JSON.stringify(views)).not.toMatch(SECRET);
  });

  test('tells a stream server that was never set', async () => {
    const { output } = await fleet(['device', 'servers', await newDevice()]);
    expect(output.match(/not configured: never set on the device/g)).toHaveLength(6);
  });
});
