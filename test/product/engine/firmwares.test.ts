import { describe, expect, test } from '@jest/globals';
import { marshall } from '@aws-sdk/util-dynamodb';
import { firmwaresIn } from '../../../functions/store/firmwares.ts';
import { databaseOfSuite } from '../../support/database.ts';
import { firmware21 } from '../../support/fakes.ts';
import { put, stage } from '../../support/stage.ts';

const database = databaseOfSuite();
const find = (firmwareId: number) => firmwaresIn(stage.tables.firmwares, database.client).find(firmwareId);

const { product, file } = firmware21;

let last = 1_000_000 * (1 + Number(process.env['JEST_WORKER_ID'] ?? 0)) + (Date.now() % 1_000_000) * 1_000;

/** Records a new firmware with differences, and returns its id. */
async function recorded(overrides: Record<string, unknown> = {}): Promise<number> {
  last += 1;
  await put('firmwares', { firmwareId: last, ...product, ...file, state: 'available', ...overrides });
  return last;
}

test('A firmware is found by its id, with its product and its file', async () => {
  const firmwareId = await recorded({ note: 'of no interest' });
  expect(await find(firmwareId)).toEqual({ state: 'available', firmwareId, product, file });
  expect(database.logged).toEqual([]);
});

test('An unknown firmware is not found', async () => {
  expect(await find(999_999_999)).toBeUndefined();
});

test.each(['uploading', 'withdrawn', 'Available', undefined])(
  'A firmware in the state %j is not available, and that is nothing to log',
  async (state) => {
    expect(await find(await recorded({ state }))).toEqual({ state: 'unavailable' });
    expect(database.logged).toEqual([]);
  },
);

test.each<[string, Record<string, unknown>]>([
  ['texts of 2,048 characters', { version: 'v'.repeat(2048), location: `s3:${'l'.repeat(2045)}` }],
  ['a version with a blank and letters of other scripts', { version: '2.4 (名前)' }],
  ['a location with a port and escapes', { location: 'https://files.example.com:8443/a%20b/c@d;e=f,(1)' }],
  ['a location without a host', { location: 'urn:firmware:21' }],
  ['a file of one byte', { sizeBytes: 1 }],
])('A firmware may have %s', async (_what, overrides) => {
  expect(await find(await recorded(overrides))).toMatchObject({ state: 'available', file: overrides });
});

describe('A record without all that a device needs, in the form that events can tell, is not available, and is logged', () => {
  test.each<[string, Record<string, unknown>]>([
    ['a version of 2,049 characters', { version: 'v'.repeat(2049) }],
    ['a version with a quote', { version: '2"4' }],
    ['a version with a backslash', { version: '2\\4' }],
    ['a version with a line break', { version: '2.4\n' }],
    ['a version that is written from right to left', { version: '2.4\u202e' }],
    ['a location that is no URI', { location: 'firmwares/x.bin' }],
    ['a location with a query, which may be a signature', { location: 'https://host/x.bin?sig=1' }],
    ['a location with a fragment', { location: 'https://host/x.bin#1' }],
    ['a location with user and password', { location: 'https://ann:pass@host/x.bin' }],
    ['a location with a quote', { location: 's3://firmwares/"x.bin' }],
    ['a location with a backslash', { location: 's3://firmwares\\x.bin' }],
    ['a location with a blank', { location: 's3://firmwares/x y.bin' }],
    ['a location with half an escape', { location: 's3://firmwares/x%2.bin' }],
    ['a location of 2,049 characters', { location: `s3:${'l'.repeat(2046)}` }],
    ['a size of 0', { sizeBytes: 0 }],
    ['a hash in capitals', { sha256: file.sha256.toUpperCase() }],
    ['a hash that is too short', { sha256: file.sha256.slice(1) }],
    ['a hash that is too long at its beginning', { sha256: `0${file.sha256}` }],
    ['a hash that is too long at its end', { sha256: `${file.sha256}0` }],
    ['a hash of other letters', { sha256: 'g'.repeat(64) }],
  ])('%s', async (_what, overrides) => {
    const firmwareId = await recorded(overrides);
    expect(await find(firmwareId)).toEqual({ state: 'unavailable' });
    expect(database.logged).toEqual([expect.objectContaining({ code: 'FIRMWARE_RECORD_INVALID', firmwareId })]);
  });
});

test('A listing that is not done in time is given up', async () => {
  const reading = firmwaresIn(stage.tables.firmwares, database.client).list(AbortSignal.abort());
  await expect(reading).rejects.toMatchObject({
    name: 'StoreUnavailable',
    message: expect.stringContaining('a table'),
  });
});

/** A table with these records, a page each. */
async function listed(...pages: readonly object[][]): Promise<unknown> {
  const left = pages.map((records) => ({ Items: records.map((record) => marshall(record)) }));
  database.proxy.intervene = () => {
    const page = left.shift();
    const rest = left.length > 0 && { LastEvaluatedKey: marshall({ firmwareId: left.length }) };
    return Promise.resolve({ status: 200, body: { ...page, ...rest } });
  };
  return await firmwaresIn(stage.tables.firmwares, database.client).list(AbortSignal.timeout(60_000));
}

const complete = { firmwareId: 21, ...product, ...file, state: 'withdrawn' };
const { version, sizeBytes } = file;
const asListed = { firmwareId: 21, product, version, sizeBytes, state: 'withdrawn' };

test('A listing has all firmwares, of all pages, as they are when it is made', async () => {
  const uploading = { firmwareId: 22, state: 'uploading' };
  const found = await listed([complete], [{ ...complete, ...uploading }]);
  expect(found).toEqual([asListed, { ...asListed, ...uploading }]);
  expect(database.proxy.calls).toMatchObject([{ input: { ConsistentRead: true } }, {}]);
  expect(database.proxy.calls[1]?.input['ExclusiveStartKey']).toEqual(marshall({ firmwareId: 1 }));
  expect(database.logged).toEqual([]);
});

test('A listing leaves out what is not complete, and names the first twenty of these in one line of log', async () => {
  const ways = [{ sha256: '' }, { firmwareId: 0 }, { firmwareId: 1.5 }, { state: 'deprecated' }, { sizeBytes: '1000' }];
  const odd = Array.from({ length: 25 }, (_, at) => ({ ...complete, firmwareId: 30 + at, ...ways[at % 5] }));
  expect(await listed([...odd, complete])).toStrictEqual([asListed]);
  const firmwareIds = odd.slice(0, 20).map(({ firmwareId }) => firmwareId);
  expect(database.logged).toEqual([
    expect.objectContaining({ code: 'FIRMWARES_LEFT_OUT', records: 25, firmwareIds: firmwareIds.join() }),
  ]);
});
