import { describe, expect, test } from '@jest/globals';
import { file, fleet, fleetJson, objectsIn, storedDevice } from '../../../support/fleet.ts';
import { SECRET } from '../../../support/secrets.ts';
import { newDevice, newSns, results, upgrade } from '../../../support/stage.ts';

function deviceOf(sn: string, overrides: Record<string, unknown> = {}) {
  return { sn, familyId: 3, modelId: 2, hardwareVersion: '1.0', firmwareVersion: '2.3.0', ...overrides };
}

function jsonLines(...lines: (string | object)[]): string {
  return file(
    'devices.jsonl',
    lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'),
  );
}

const NO_DEVICE = 'There is no device in the file, or none after the line given';

async function registered(sns: readonly string[]): Promise<boolean[]> {
  return (await Promise.all(sns.map(storedDevice))).map((device) => device !== undefined);
}

describe('device import', () => {
  test('registers the devices of JSON Lines, which can be upgraded then', async () => {
    const [one = '', two = ''] = newSns(2);
    const streamServers = [{ type: 1, id: 5_812_350_001, name: 'Zoë\u2028', streamKey: 'SECRET-1' }];
    const path = jsonLines(deviceOf(one, { streamServers }), '', deviceOf(two, { online: true }), '');
    expect(await fleetJson(['device', 'import', path])).toEqual([
      { devices: 2, broken: 0, dryRun: false, seconds: expect.any(Number), perSecond: expect.any(Number) },
    ]);
    expect(await storedDevice(one)).toEqual(deviceOf(one, { streamServers }));
    expect(results(await upgrade([one, two]))).toEqual([0, 0]);
  });

  test('registers the devices of CSV', async () => {
    const [one = '', two = ''] = newSns(2);
    const path = file(
      'devices.csv',
      [
        'sn,familyId,modelId,hardwareVersion,firmwareVersion,online,streamServers',
        `${one},3,2,1.0,"2.3.0, special",false,"[{""type"":1,""id"":1,""streamKey"":""SECRET-1""}]"`,
        `${two}, 3 ,2,1.0,2.3.0,,`,
      ].join('\r\n'),
    );
    expect(await fleetJson(['device', 'import', path])).toMatchObject([{ devices: 2, broken: 0 }]);
    const streamServers = [{ type: 1, id: 1, streamKey: 'SECRET-1' }];
    expect(await storedDevice(one)).toEqual(
      deviceOf(one, { firmwareVersion: '2.3.0, special', online: false, streamServers }),
    );
    expect(await storedDevice(two)).toEqual(deviceOf(two));
  });

  test('replaces the whole record of a device, and of one that stands twice the later line counts', async () => {
    const sn = await newDevice({ online: false });
    await fleetJson(['device', 'import', jsonLines(deviceOf(sn, { modelId: 7 }), deviceOf(sn, { modelId: 8 }))]);
    expect(await storedDevice(sn)).toEqual(deviceOf(sn, { modelId: 8 }));
  });

  test('loses a broken line and no other, and names it without telling what it holds', async () => {
    const sns = newSns(3);
    const [one = '', two = '', three = ''] = sns;
    const path = jsonLines(
      deviceOf(one),
      '{"sn":"SECRET-1"',
      deviceOf('no serial number: SECRET-2'),
      deviceOf(two),
      deviceOf('T1', { streamServers: [{ type: 4, id: 1, password: 7, 'SECRET-3': 1 }] }),
      `{"sn":"T2","padding":"${'SECRET-4 '.repeat(40_000)}"}`,
      deviceOf(three),
    );
    const { code, output, complaint } = await fleet(['device', 'import', path]);
    expect([code, complaint]).toEqual([1, 'error: Broken lines, which were left out: 4\n']);
    expect(output.split('\n')).toEqual([
      'line 2: is not JSON',
      'line 3: sn is invalid',
      'line 5: streamServers.0.password is invalid; streamServers.0 has an unknown field',
      'line 6: is longer than a device can be (256 KiB)',
      expect.stringMatching(/^3 devices written, in [\d.]+ s \(\d+ devices\/s\)$/),
      '',
    ]);
    expect(output).not.toMatch(SECRET);
    expect(await registered(sns)).toEqual([true, true, true]);
  });

  test('names broken lines for machines too', async () => {
    const { code, output, complaint } = await fleet(['device', 'import', jsonLines('7', {}), '--json']);
    expect([code, objectsIn(complaint)]).toEqual([1, [{ error: 'Broken lines, which were left out: 2' }]]);
    expect(objectsIn(output)).toEqual([
      { line: 1, why: 'record is invalid' },
      { line: 2, why: 'sn is missing; familyId is missing; modelId is missing; and 2 more' },
      expect.objectContaining({ devices: 0, broken: 2 }),
    ]);
  });

  test('writes nothing in a dry run, and names broken lines all the same', async () => {
    const [sn = ''] = newSns(1);
    const path = jsonLines(deviceOf(sn), 'broken');
    const { code, output } = await fleet(['device', 'import', path, '--dry-run']);
    expect([code, output]).toEqual([
      1,
      expect.stringMatching(/^line 2: is not JSON\n1 devices valid, nothing written/),
    ]);
    expect(await storedDevice(sn)).toBeUndefined();
  });

  test('leaves out the lines before the one from which it is to go on, but for the header', async () => {
    const sns = newSns(3);
    const lines = sns.map((sn) => `${sn},3,2,1.0,2.3.0`);
    const path = file('resume.txt', ['sn,familyId,modelId,hardwareVersion,firmwareVersion', ...lines].join('\n'));
    await fleetJson(['device', 'import', path, '--format', 'csv', '--from', '3']);
    expect(await registered(sns)).toEqual([false, true, true]);
  });

  test.each([
    ['a file that is not there', 'absent.jsonl', 'The file cannot be read (ENOENT): absent.jsonl'],
    ['a folder', '.local', 'The file cannot be read (EISDIR): .local'],
    [
      'CSV without a header',
      file('headless.csv', 'T1,SECRET-1'),
      expect.stringContaining('The first line is not a valid header: column 1 is unknown'),
    ],
    ['a file of no device', file('empty.csv', 'sn,familyId,modelId,hardwareVersion,firmwareVersion\r\n'), NO_DEVICE],
    [
      'CSV that is not UTF-8',
      file('latin.csv', Buffer.from('sn,\xe9', 'latin1')),
      'The first line is not UTF-8: save the file as UTF-8',
    ],
  ])('cannot take %s', async (_what, path, message) => {
    const { code, output, complaint } = await fleet(['device', 'import', path, '--json']);
    expect([code, output, objectsIn(complaint)]).toEqual([1, '', [{ error: message }]]);
    expect(complaint).not.toMatch(SECRET);
  });
});
