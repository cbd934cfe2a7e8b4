import { describe, expect, test } from '@jest/globals';
import { startDatabaseProxy } from '../../../support/database-proxy.ts';
import { failureOf, file, fleet, fleetFile, fleetJson, folderOf, storedDevice } from '../../../support/fleet.ts';
import { SECRET } from '../../../support/secrets.ts';
import { newDevice, newSns, results, stage, upgrade } from '../../../support/stage.ts';

const product = { familyId: 3, modelId: 2, hardwareVersion: '1.0', firmwareVersion: '2.3.0' };
const HEADER = 'sn,familyId,modelId,hardwareVersion,firmwareVersion';

describe('device import', () => {
  test('registers the devices of JSON Lines, which can be upgraded then', async () => {
    const sns = newSns(2);
    const [one, two] = sns;
    const streamServers = [{ type: 1, id: 5_812_350_001, name: 'Zoë\u2028', streamKey: 'SECRET-1' }];
    const devices = [
      { sn: one, ...product, streamServers },
      { sn: two, ...product, online: true },
    ];
    const path = file('devices.jsonl', devices.map((device) => JSON.stringify(device)).join('\n \t\n'));
    expect(await fleetJson(`device import ${path}`)).toEqual([
      { devices: 2, broken: 0, dryRun: false, seconds: expect.any(Number), perSecond: expect.any(Number) },
    ]);
    expect(await Promise.all(sns.map(storedDevice))).toEqual(devices);
    expect(results(await upgrade(sns))).toEqual([0, 0]);
  });

  test('replaces the whole record of a device, from a line on; if it is listed twice, the later line counts', async () => {
    const sn = await newDevice({ online: false });
    const lines = [HEADER, ...[6, 7, 8].map((modelId) => `${sn},3,${String(modelId)},1.0,2.3.0`)];
    const path = file('twice.csv', lines.join('\n'));
    expect(await fleetJson(`device import ${path} --from 3`)).toMatchObject([{ devices: 2 }]);
    expect(await storedDevice(sn)).toEqual({ sn, ...product, modelId: 8 });
  });

  test('leaves out broken lines alone, and reports them without their content; a dry run writes nothing', async () => {
    const sns = newSns(3);
    const [one, two, three] = sns.map((sn) => JSON.stringify({ sn, ...product }));
    const servers = [{ type: 4, id: 1, password: 7, 'SECRET-3': 1 }];
    const lines = [
      ...[one, '{"sn":"SECRET-1"', JSON.stringify({ sn: 'SECRET-2 ', ...product }), two],
      JSON.stringify({ sn: 'A1', ...product, streamServers: servers }),
      ...[`{"sn":"T2","padding":"${'SECRET-4 '.repeat(40_000)}"}`, three, ...Array<string>(20).fill('{SECRET-5')],
    ];
    const command = `device import ${file('broken.jsonl', lines.join('\n'))}`;
    const { code, stdout, stderr } = await fleet(`${command} --dry-run`);
    expect([code, stderr]).toEqual([1, 'error: Broken lines, which were left out: 24\n']);
    expect(stdout.split('\n')).toEqual([
      'lines 2, 8, 9, 10, 11, 12, 13, 14, 15, 16 and 11 more: is not JSON',
      'line 3: sn is invalid',
      'line 5: streamServers.0.password is invalid; streamServers.0 has an unknown field',
      'line 6: is longer than a device can be (256 KiB)',
      expect.stringMatching(/^3 devices valid, nothing written, in [\d.]+ s \(\d+ devices\/s\)$/),
      '',
    ]);
    expect(stdout).not.toMatch(SECRET);
    expect(await storedDevice(sns[0] ?? '')).toBeUndefined();
    expect((await fleet(command)).stdout).toMatch(/^lines 2[^]+line 6[^]+\n3 devices written, in /);
    expect(await Promise.all(sns.map(storedDevice))).toEqual(sns.map((sn) => ({ sn, ...product })));
  });

  const cut = Buffer.from(`\uFEFF${HEADER}\n`, 'utf16le').subarray(0, -1);

  test.each([
    ['does not exist', 'absent.jsonl', 'The file cannot be read (ENOENT): absent.jsonl'],
    ['is a folder', '.local', 'The file cannot be read (EISDIR): .local'],
    ['has no device', file('empty.csv', HEADER), 'There is no device in the file, or none after the line given'],
    [
      'is not UTF-8',
      file('latin.csv', Buffer.from('sn,\xe9', 'latin1')),
      'Line 1 is not UTF-8: save the file as UTF-8',
    ],
    ['is cut off', file('cut.csv', cut), 'The file is in UTF-16, but cut off or broken: save it as "CSV UTF-8"'],
  ])('refuses a file that %s', async (_what, path, message) => {
    expect(await failureOf(`device import ${path}`)).toBe(message);
  });
});

test('An import that the table stops says from which line to resume', async () => {
  await using scope = new AsyncDisposableStack();
  const proxy = await startDatabaseProxy(scope, stage.dynamodbEndpoint);
  // Two chunks and a bit.
  const { path, sns } = fleetFile(4_100);
  let answers = 80;
  proxy.intervene = (_call, forward) => ((answers -= 1) >= 0 ? forward() : Promise.resolve('drop'));
  const folder = folderOf({ ...stage, dynamodbEndpoint: proxy.url });
  const failure = await failureOf(`device import ${path}`, { folder });
  expect(failure).toMatch(
    /; of 4100 lines, all before line 2001 are done \(2000 devices written\): resume with --from 2001$/,
  );
  expect(await storedDevice(sns[1999] ?? '')).toBeDefined();
  expect(await storedDevice(sns.at(-1) ?? '')).toBeUndefined();
  const { code, stdout } = await fleet(`device import ${path} --from 2001`);
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^2100 devices written/)]);
  expect(await storedDevice(sns.at(-1) ?? '')).toBeDefined();
});
