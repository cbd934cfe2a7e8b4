/** What `device import` says of lines that it cannot import. */
import { describe, expect, test } from '@jest/globals';
import { failureOf, file, fleet, objectsIn } from '../../../support/fleet.ts';

const whole = { sn: 'A1', familyId: 3, modelId: 2, hardwareVersion: '1.0', firmwareVersion: '2.3.0' };
const HEADER = 'sn,familyId,modelId,hardwareVersion,firmwareVersion';

/** The number of valid devices in a file, and what is wrong with the other lines. */
async function dryRun(name: string, content: string | Buffer) {
  const { stdout } = await fleet(`device import ${file(name, content)} --dry-run --json`);
  const lines = objectsIn(stdout);
  return { devices: lines.at(-1)?.['devices'], faults: lines.slice(0, -1).map(({ line, why }) => [line, why]) };
}

/** What is wrong with a device. */
async function fault(device: unknown): Promise<unknown> {
  return (await dryRun('fault.jsonl', JSON.stringify(device))).faults[0]?.[1];
}

describe('A line of JSON', () => {
  const withServer = (server: Record<string, unknown>) => ({
    ...whole,
    streamServers: [{ type: 1, id: 1, ...server }],
  });

  test.each([
    { type: 2, id: 5_812_350_001, name: 'Main', streamKey: '', url: 'x' },
    { type: 4, id: 4, url: 'x', streamKey: 'x', authentication: true, userName: 'x', password: 'x' },
    { type: 5, id: 5, mode: 'listener', address: 'x', port: 70_000, encryption: false, passphrase: 'x' },
    { type: 5, id: 5, latencyMs: 1, streamId: 'x' },
    { type: 6, id: 6, sourceName: 'x', discovery: true, discoveryAddress: 'x' },
    { type: 6, id: 6, multicast: true, multicastAddress: 'x' },
  ])('may have the fields that a stream server may have: %j', async (server) => {
    expect(await fault({ ...whole, online: false, streamServers: [server] })).toBeUndefined();
  });

  test.each<[unknown, string]>([
    ['text', 'record is invalid'],
    [null, 'record is invalid'],
    [[whole], 'sn is missing; familyId is missing; modelId is missing; and 3 more'],
    [{ ...whole, sn: undefined }, 'sn is missing'],
    [{ ...whole, sn: ' A1' }, 'sn is invalid'],
    [{ ...whole, familyId: '3' }, 'familyId is invalid'],
    [{ ...whole, modelId: 1.5 }, 'modelId is invalid'],
    [{ ...whole, familyId: -8 }, 'familyId is invalid'],
    [{ ...whole, modelId: -8 }, 'modelId is invalid'],
    [{ ...whole, hardwareVersion: '' }, 'hardwareVersion is invalid'],
    [{ ...whole, firmwareVersion: '' }, 'firmwareVersion is invalid'],
    [{ ...whole, online: null }, 'online is invalid'],
    [{ ...whole, colour: 'red' }, 'colour is unknown'],
    [{ ...whole, 'secret-1': 1 }, 'record has an unknown field'],
    [{ ...whole, streamServers: {} }, 'streamServers is invalid'],
    [withServer({ type: 7 }), 'streamServers.0.type is invalid'],
    [withServer({ type: undefined }), 'streamServers.0.type is missing'],
    [withServer({ id: 2 ** 53 }), 'streamServers.0.id is invalid'],
    [withServer({ streamkey: 'secret' }), 'streamServers.0.streamkey is unknown'],
    [withServer({ 'secret-1': 1 }), 'streamServers.0 has an unknown field'],
    [withServer({ streamKey: 7 }), 'streamServers.0.streamKey is invalid'],
    [withServer({ type: 5, mode: 'secret' }), 'streamServers.0.mode is invalid'],
    [
      {
        ...whole,
        streamServers: [
          { type: 1, id: 1 },
          { type: 1, id: 2 },
        ],
      },
      'streamServers has a type or an id twice',
    ],
    [
      {
        ...whole,
        streamServers: [
          { type: 1, id: 1 },
          { type: 2, id: 1 },
        ],
      },
      'streamServers has a type or an id twice',
    ],
  ])('is refused if it is %j', async (record, reason) => {
    expect(await fault(record)).toBe(reason);
  });

  test('is refused if it is not UTF-8, or has a number that is too large', async () => {
    const { faults } = await dryRun('latin.jsonl', Buffer.from([0x22, 0xff, 0x22]));
    expect(faults).toEqual([[1, 'is not UTF-8: save the file as UTF-8']]);
    const large = JSON.stringify(whole).replace('"familyId":3', '"familyId":1e999');
    expect((await dryRun('large.jsonl', large)).faults).toEqual([[1, 'familyId is invalid']]);
  });
});

test.each([
  ['A1,3,2,1.0,2.3.0,', 'has 6 cells, and the header 7'],
  ['A1,3,2,1.0,2.3.0,,,,', 'has 9 cells, and the header 7'],
  ['A1,3,2,1.0,2.3.0,yes,', 'online is invalid'],
  ['A1,three,2,1.0,2.3.0,,', 'familyId is invalid'],
  ['A1,,2,1.0,2.3.0,,', 'familyId is missing'],
  ['A1,3,2,1.0,2.3.0,,secret', 'streamServers is invalid'],
  ['A1,3,2,1.0,2.3.0,,"[', 'is not CSV: check its quotes'],
  ['A1,3,2,1"0,2.3.0,,', 'is not CSV: check its quotes'],
])('A broken line of CSV spoils no other: %s', async (line, reason) => {
  const text = `${HEADER},online,streamServers\n${line}\nA2,3,2,1.0,2.3.0,,`;
  expect(await dryRun('broken.csv', text)).toEqual({ devices: 1, faults: [[2, reason]] });
});

test.each([
  ['A1,secret,2', 'column 1 is unknown; column 2 (secret) is unknown; column 3 is unknown; and 5 more'],
  [`${HEADER},sn`, 'sn is listed twice'],
  [`${HEADER},toString`, 'column 6 (toString) is unknown'],
  ['sn|familyId', 'column 1 is unknown; sn is missing; familyId is missing; and 3 more'],
  ['sn;familyId;modelId', 'hardwareVersion is missing; firmwareVersion is missing'],
])('refuses CSV with the header "%s"', async (header, faults) => {
  const failure = await failureOf(`device import ${file('header.csv', `${header}\nA1,3,2,1.0,2.3.0,,`)}`);
  expect(failure).toMatch(`The first line is not a valid header: ${faults}. It must name sn, familyId, modelId,`);
});
