/** What `device import` takes from the lines of a file, and what it says of those that it cannot import. */
import { describe, expect, test } from '@jest/globals';
import { chunksOf } from '../../../../../tools/operate/fleet/device/import.ts';
import { linesIn } from '../../../../../tools/operate/fleet/files.ts';
import { NOT_PLAIN } from '../../../../../tools/operate/fleet/option-values.ts';
import { piecesIn } from '../../../../support/pieces.ts';

const whole = { sn: 'A1', familyId: 3, modelId: 2, hardwareVersion: '1.0', firmwareVersion: '2.3.0' };
const HEADER = 'sn,familyId,modelId,hardwareVersion,firmwareVersion';

function chunks(content: string | Buffer) {
  return Array.fromAsync(chunksOf(linesIn(piecesIn(content)), 1));
}

/** A sheet with a device. */
const SHEET = [HEADER.replaceAll(',', ';'), 'A1;3;2;1.0;2.3.0'] as const;

/** The devices of a file, and what is wrong with its other lines. */
async function read(content: string | Buffer) {
  const found = await chunks(content);
  return {
    devices: found.flatMap(({ devices }) => [...devices.values()]),
    faults: found.flatMap(({ broken }) => broken.map(({ line, why }) => [line, why])),
  };
}

test('CSV may have quoted cells, blanks around cells, and empty cells for what is absent', async () => {
  const servers = [{ type: 1, id: 1, streamKey: 'x' }];
  const cell = JSON.stringify(servers).replaceAll('"', '""');
  const rows = [
    `${HEADER},online,streamServers`,
    `A1,3,2,"1.0","2.3.0, special",false,"${cell}"`,
    'A2, 3 ,2,1.0,2.3.0,,',
  ];
  const first = { ...whole, firmwareVersion: '2.3.0, special', online: false, streamServers: servers };
  expect(await read(rows.join('\r\n'))).toEqual({ devices: [first, { ...whole, sn: 'A2' }], faults: [] });
});

describe('A line of JSON', () => {
  const withServers = (...streamServers: unknown[]) => ({ ...whole, streamServers });
  const withServer = (fields: object) => withServers({ type: 1, id: 1, ...fields });

  test.each([
    { type: 2, id: 5_812_350_001, name: 'Main', streamKey: '', url: 'x' },
    { type: 4, id: 4, url: 'x', streamKey: 'x', authentication: true, userName: 'x', password: 'x' },
    { type: 5, id: 5, mode: 'listener', address: 'x', port: 70_000, encryption: false, passphrase: 'x' },
    { type: 5, id: 5, latencyMs: 1, streamId: 'x' },
    { type: 6, id: 6, sourceName: 'x', discovery: true, discoveryAddress: 'x' },
    { type: 6, id: 6, multicast: true, multicastAddress: 'x' },
  ])('may have the fields that a stream server may have: %j', async (server) => {
    const device = { ...withServers(server), online: false };
    expect(await read(JSON.stringify(device))).toEqual({ devices: [device], faults: [] });
  });

  test.each<[unknown, string]>([
    ['text', 'record is invalid'],
    [null, 'record is invalid'],
    [{ ...whole, sn: undefined }, 'sn is missing'],
    [{ ...whole, sn: ' A1' }, 'sn is invalid'],
    [{ ...whole, familyId: '3' }, 'familyId is invalid'],
    [{ ...whole, familyId: -8 }, 'familyId is invalid'],
    [{ ...whole, familyId: 2 ** 53 }, 'familyId is invalid'],
    [{ ...whole, modelId: 1.5 }, 'modelId is invalid'],
    [{ ...whole, hardwareVersion: '' }, 'hardwareVersion is invalid'],
    [{ ...whole, firmwareVersion: '' }, 'firmwareVersion is invalid'],
    ...['="1.0"', "'1.0", '‘1.0', '=1.0', '1.0\u00A0', '\u001F1.0', '1.0\u200B', '\uFEFF1.0', ' '].map(
      (text): [unknown, string] => [{ ...whole, hardwareVersion: text }, `hardwareVersion ${NOT_PLAIN}`],
    ),
    [{ ...whole, online: null }, 'online is invalid'],
    [{ ...whole, online: 'WAHR' }, 'online must be yes, no, true or false'],
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
    [withServers({ type: 1, id: 1 }, { type: 1, id: 2 }), 'streamServers has a type or an id twice'],
    [withServers({ type: 1, id: 1 }, { type: 2, id: 1 }), 'streamServers has a type or an id twice'],
  ])('is refused if it is %j', async (record, reason) => {
    const lines = [whole, record].map((each) => JSON.stringify(each));
    expect(await read(lines.join('\n'))).toEqual({ devices: [whole], faults: [[2, reason]] });
  });
});

test.each([
  ['A1,3,2,1.0,2.3.0,', 'has 6 cells, and the header 7'],
  ['A1,3,2,1.0,2.3.0,,,x', 'has a value in column 8, which has no name'],
  ['A1,3,2,1.0,2.3.0,,,,x', 'has a value in column 9, which has no name'],
  ['A1,3,2,1.0,"=""2.3.0""",,', `firmwareVersion ${NOT_PLAIN}`],
  ['A1,three,2,1.0,2.3.0,,', 'familyId is invalid'],
  ['A1,5.8E+09,2,1.0,2.3.0,,', 'familyId is invalid'],
  ['A1,3,2,1.0,2.3.0,1,', 'online must be yes, no, true or false'],
  ['A1,,2,1.0,2.3.0,,', 'familyId is missing'],
  ['A1,3,2,1.0,2.3.0,,secret', 'streamServers is invalid'],
  ['A1,3,2,1.0,2.3.0,,"[', 'opens a quote that it does not close: no cell may hold a line break'],
  ['A1,3,2,1"0,2.3.0,,', 'is not CSV: check its quotes'],
])('A broken line of CSV spoils no other: %s', async (line, reason) => {
  const { devices, faults } = await read(`${HEADER},online,streamServers,\n${line}\nA2,3,2,1.0,2.3.0,,,`);
  expect([devices, faults]).toEqual([[{ ...whole, sn: 'A2' }], [[2, reason]]]);
});

test.each([
  ['A1,secret,2', 'column 1 is unknown; column 2 (secret) is unknown; column 3 is unknown; and 5 more'],
  [`${HEADER},sn`, 'sn is listed twice'],
  [`${HEADER},toString`, 'column 6 (toString) is unknown'],
  ['sn|familyId', 'column 1 is unknown; sn is missing; familyId is missing; and 3 more'],
  ['sn;familyId;modelId', 'hardwareVersion is missing; firmwareVersion is missing'],
])('CSV with the header "%s" is refused', async (header, faults) => {
  const message = `Line 1 is not a valid header: ${faults}. It must name sn, familyId, modelId,`;
  await expect(read(`${header}\nA1,3,2,1.0,2.3.0,,`)).rejects.toThrow(message);
});

test.each([
  ['semicolons and CR', (text: string) => text.replaceAll('\t', ';').replaceAll('\r\n', '\r')],
  ['tabs and a byte order mark', (text: string) => `\uFEFF${text}`],
  ['UTF-16', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
  ['big-endian UTF-16', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()],
])('What Excel writes with %s is read', async (_what, encoded) => {
  const rows = 'Online\tSN\tFamilyID\tmodelid\thardwareVersion\tfirmwareVersion\r\nTRUE\tA1\t3\t2\tFür 1\t2.3.0\r\n';
  const device = { ...whole, hardwareVersion: 'Für 1', online: true };
  expect(await read(encoded(rows))).toEqual({ devices: [device], faults: [] });
});

test.each([
  ['cells that are empty', `;;;;\n${SHEET[0]};;;\n${SHEET[1]};;;;\n;;;;\n"";;;;;;`],
  ['a hint for Excel', `sep=;\n${SHEET.join('\n')}`],
  ['a hint that is wrong', `sep=,\n${SHEET.join('\n')}`],
  ['a hint of any delimiter', `"sep=|"|||| \n${SHEET.join('\n').replaceAll(';', '|')}`],
  ['the line that PowerShell writes first', `#TYPE Device;;\n${SHEET.join('\n').replaceAll(/[^;\n]+/g, '"$&"')}`],
  ['the same header again', `${SHEET.join('\n')}\n\uFEFF"SN"${SHEET[0].slice(2).toUpperCase()}`],
  ['a second header', `firmwareVersion;modelId;sn ;HardwareVersion;familyId\n2.3.0;2;A1;1.0;3\n${SHEET.join('\n')}`],
])('CSV may have %s', async (_what, content) => {
  expect(await read(content)).toEqual({ devices: [whole], faults: [] });
});

/** The last line of each chunk, and how many devices it has. */
async function chunked(count: number, padding = ''): Promise<[number, number][]> {
  const device = (number: number) => ({ ...whole, sn: `A${String(number % 1_000)}`, firmwareVersion: `2${padding}` });
  const lines = Array.from({ length: count }, (_, index) => JSON.stringify(device(index)));
  return (await chunks(lines.join('\n'))).map(({ last, devices }) => [last, devices.size]);
}

test('A chunk of an import has at most 2,000 lines, and each device once', async () => {
  const sizes = [...Array<number>(2).fill(1_000), 1];
  expect(await chunked(4_001)).toEqual([2_000, 4_000, 4_001].map((last, index) => [last, sizes[index]]));
});

test('A chunk of an import has little more than eight megabytes', async () => {
  const counts = (await chunked(100, 'x'.repeat(200 * 1024))).map(([last]) => last);
  expect(counts).toEqual([41, 82, 100]);
});
