import { describe, expect, test } from '@jest/globals';
import { utf8In } from '../../../../../tools/operate/fleet/files.ts';
import { formatOf, type Format } from '../../../../../tools/operate/fleet/device/import/formats.ts';
import { linesOf } from '../../../../../tools/operate/fleet/device/import/lines.ts';
import { readingsOf } from '../../../../../tools/operate/fleet/device/import/readings.ts';

const whole = { sn: 'A1', familyId: 3, modelId: 2, hardwareVersion: '1.0', firmwareVersion: '2.3.0' };
const header = 'sn,familyId,modelId,hardwareVersion,firmwareVersion,online,streamServers';

async function* piecesOf(text: string | Buffer): AsyncGenerator<Buffer> {
  yield await Promise.resolve(Buffer.from(text));
}

/** What each line is read as: a device, or the reason why not. */
async function readings(text: string | Buffer, format: Format = 'jsonl', from = 1): Promise<[number, unknown][]> {
  const found: [number, unknown][] = [];
  for await (const reading of readingsOf(linesOf(utf8In(piecesOf(text))), { format, from })) {
    found.push([reading.number, 'device' in reading ? reading.device : reading.why]);
  }
  return found;
}

async function why(record: unknown): Promise<unknown> {
  return (await readings(JSON.stringify(record)))[0]?.[1];
}

function withServer(server: Record<string, unknown>) {
  return { ...whole, streamServers: [{ type: 1, id: 1, ...server }] };
}

describe('A line of JSON', () => {
  test('is a device as the stores type it', async () => {
    const streamServers = [
      { type: 2, id: 5_812_350_001, name: 'Main', streamKey: '', url: 'x' },
      { type: 4, id: 4, url: 'x', streamKey: 'x', authentication: true, userName: 'x', password: 'x' },
      { type: 5, id: 5, mode: 'listener', address: 'x', port: 70_000, encryption: false, passphrase: 'x' },
      { type: 5, id: 5, latencyMs: 1, streamId: 'x' },
      { type: 6, id: 6, sourceName: 'x', discovery: true, discoveryAddress: 'x' },
      { type: 6, id: 6, multicast: true, multicastAddress: 'x' },
    ];
    for (const server of streamServers) {
      const device = { ...whole, online: false, streamServers: [server] };
      expect(await readings(`\uFEFF${JSON.stringify(device)}\r\n`)).toEqual([[1, device]]);
    }
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
  ])('is none: %j', async (record, reason) => {
    expect(await why(record)).toBe(reason);
  });

  test.each([
    [1, 2],
    [2, 1],
  ])('has each type and each id of a stream server once: not type %d and id %d twice', async (type, id) => {
    const streamServers = [
      { type: 1, id: 1 },
      { type, id },
    ];
    expect(await why({ ...whole, streamServers })).toBe('streamServers has a type or an id twice');
  });

  test('is nothing when it is blank', async () => {
    expect(await readings(`\n \t\r\n${JSON.stringify(whole)}\n\n`)).toEqual([[3, whole]]);
  });

  test('is none when it is not JSON, not UTF-8, or a number beyond all bounds', async () => {
    expect(await readings('{"sn":\n')).toEqual([[1, 'is not JSON']]);
    expect(await readings(Buffer.from([0x22, 0xff, 0x22]))).toEqual([[1, 'is not UTF-8: save the file as UTF-8']]);
    expect(
      await readings('{"sn":"A1","familyId":1e999,"modelId":2,"hardwareVersion":"1","firmwareVersion":"1"}'),
    ).toEqual([[1, 'familyId is invalid']]);
  });
});

describe('A line of CSV', () => {
  test('is a device, its cells in the order of the header', async () => {
    const text = 'modelId, sn ,familyId,firmwareVersion,hardwareVersion\n2,A1,3,2.3.0,1.0';
    expect(await readings(text, 'csv')).toEqual([[2, whole]]);
  });

  test('may have quoted cells, and empty ones for what is absent', async () => {
    const servers = '"[{""type"":1,""id"":1,""streamKey"":""a,b""}]"';
    expect(await readings(`${header}\r\nA1,3,2,1.0,2.3.0,true,${servers}\r\nA1,3,2,"1.0",2.3.0,,\r\n`, 'csv')).toEqual([
      [2, { ...whole, online: true, streamServers: [{ type: 1, id: 1, streamKey: 'a,b' }] }],
      [3, whole],
    ]);
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
  ])('costs itself alone when it is broken: %s', async (line, reason) => {
    expect(await readings(`${header}\n${line}\nA1,3,2,1.0,2.3.0,,`, 'csv')).toEqual([
      [2, reason],
      [3, whole],
    ]);
  });

  test('is read by the header from wherever the import goes on', async () => {
    const lines = ['A1', 'A2', 'A3'].map((sn) => `${sn},3,2,1.0,2.3.0,,`);
    const found = await readings([header, ...lines].join('\n'), 'csv', 3);
    expect(found.map(([number]) => number)).toEqual([3, 4]);
  });

  test('may come from Excel: semicolons, flags and headers in capitals, CR alone at the end of a line', async () => {
    const found = await readings(
      'SN;FamilyID;modelid;hardwareVersion;firmwareVersion;Online\rA1;3;2;1.0;2.3.0;TRUE\r',
      'csv',
    );
    expect(found).toEqual([[2, { ...whole, online: true }]]);
  });

  test.each([
    ['UTF-8 with a byte order mark', (text: string) => Buffer.from(`\uFEFF${text}`)],
    ['UTF-16', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['UTF-16, the other way round', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()],
  ])('may come from Excel in %s, tabs between the cells', async (_what, encoded) => {
    const text = 'sn\tfamilyId\tmodelId\tonline\thardwareVersion\tfirmwareVersion\r\nA1\t3\t2\t\tFür 1\t2.3.0\r\n';
    expect(await readings(encoded(text), 'csv')).toEqual([[2, { ...whole, hardwareVersion: 'Für 1' }]]);
  });

  test('cannot be read in UTF-16 that is cut off', async () => {
    const text = Buffer.from(`\uFEFF${header}\n`, 'utf16le').subarray(0, -1);
    await expect(readings(text, 'csv')).rejects.toThrow('The file is in UTF-16, but cut off or broken');
  });

  test.each([
    ['A1,secret,2', 'column 1 is unknown; column 2 (secret) is unknown; column 3 is unknown; and 5 more'],
    [`${header},sn`, 'sn stands twice'],
    [`${header},toString`, 'column 8 (toString) is unknown'],
    ['sn|familyId', 'column 1 is unknown; sn is missing; familyId is missing; and 3 more'],
    ['sn;familyId;modelId', 'hardwareVersion is missing; firmwareVersion is missing'],
    ['', 'sn is missing; familyId is missing; modelId is missing; and 2 more'],
  ])('has no meaning below "%s"', async (first, faults) => {
    await expect(readings(`${first}\nA1,3,2,1.0,2.3.0,,`, 'csv')).rejects.toThrow(
      `The first line is not a valid header: ${faults}. It must name sn, familyId, modelId,`,
    );
  });
});

test('a file is CSV when its name says so', () => {
  expect(['a.csv', 'a.CSV', 'a.txt', 'a.jsonl', 'a.ndjson', 'csv'].map(formatOf)).toEqual([
    'csv',
    'csv',
    'csv',
    'jsonl',
    'jsonl',
    'jsonl',
  ]);
});
