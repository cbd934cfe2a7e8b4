/** What the client knows by itself: the names of codes, and which arguments are invalid, so that nothing is sent. */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { SERIAL_NUMBER as PATTERN } from '../../../client/src/arguments.ts';
import {
  ArgumentError,
  codeName,
  createStreamFleetClient,
  type ClientOptions,
  type WaitOptions,
} from '../../../client/src/index.ts';
import { REQUEST_KEY as KEY_PATTERN } from '../../../client/src/key.ts';
import { API_STATUS } from '../../../functions/domain/api-status.ts';
import { SERIAL_NUMBER } from '../../../functions/domain/device.ts';
import { REQUEST_KEY } from '../../../functions/domain/request-key.ts';

const session = { sid: 's', uid: 'u' };
const HERE = 'http://127.0.0.1:9';
const client = createStreamFleetClient({ baseUrl: HERE, session });

beforeEach(() => {
  jest.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('sent'));
});
afterEach(() => {
  expect(fetch).not.toHaveBeenCalled();
  jest.restoreAllMocks();
});

const noSerialNumbers = ['..', '.', '', 'a/b', 'a b', '%2e%2e', 'A1\n', '-A1', 'é', 'A'.repeat(65), undefined, null, 7];

test('Every code of the service has its name in the client, and any other number is unrecognized', () => {
  for (const [name, { code }] of Object.entries(API_STATUS)) expect(codeName(code)).toBe(name);
  expect([codeName(0), codeName(99)]).toEqual(['SUCCESS', 'UNRECOGNIZED']);
});

test('The client knows serial numbers and keys as the service does', () => {
  expect([PATTERN, KEY_PATTERN]).toEqual([SERIAL_NUMBER, REQUEST_KEY]);
});

test.each<unknown>(['', '"a"', 'a b', 'rollout:x', 'x'.repeat(65), null, 7])('No key is %j', async (odd) => {
  const [request, options] = [{ sn: ['A1'], 'firmware-id': 21 }, { key: odd as string }];
  const calls = [
    client.startUpgrade(request, options),
    client.dryRun(request, options),
    client.waitForUpgrades(['A1'], options),
  ];
  for (const outcome of await Promise.allSettled(calls))
    expect(outcome).toMatchObject({ reason: { name: 'ArgumentError' } });
});

test.each<[string, unknown]>([
  ...['', 'a b', 'a/b', 'x'.repeat(65), undefined, null, 7].map((id): [string, unknown] => ['rollout-id', id]),
  ...[0, -1, 1.5, '21', 2 ** 53, undefined].map((firmware): [string, unknown] => ['firmware-id', firmware]),
  ...[[], 'A1', ['A1', 7], undefined].map((sn): [string, unknown] => ['sn', sn]),
])('No roll-out is made, tried or asked for with %s %j', async (field, odd) => {
  const request = { 'rollout-id': 'a', 'firmware-id': 21, sn: ['A1'], [field]: odd };
  const id = request['rollout-id'];
  const calls = [client.createRollout(request), client.dryRunRollout(request)];
  if (field === 'rollout-id') calls.push(client.pauseRollout(id), client.cancelRollout(id), client.rolloutStatus(id));
  if (field === 'firmware-id') calls.push(client.resumeRollout(id, odd as number));
  for (const outcome of await Promise.allSettled(calls))
    expect(outcome).toMatchObject({ reason: { name: 'ArgumentError' } });
});

test.each<unknown>([null, 'a', [], ['a'], ['a', 7], ['a', undefined]])(
  'No upgrades to cancel are named by %j',
  async (ids) => {
    const request = { sn: ['A1', 'A2'], 'firmware-id': 21, 'upgrade-id': ids as string[] };
    await expect(client.cancelUpgrade(request)).rejects.toBeInstanceOf(ArgumentError);
  },
);

test.each(noSerialNumbers)('No list and no history is asked of %j', async (sn) => {
  await expect(client.getStreamServersList({ sn: sn as string })).rejects.toBeInstanceOf(ArgumentError);
  await expect(client.upgradeHistory(sn as string)).rejects.toBeInstanceOf(ArgumentError);
});

test.each([undefined, null, '', 7])('No page of a history is asked before %j', async (before) => {
  await expect(client.upgradeHistory('A1', { before: before as string })).rejects.toBeInstanceOf(ArgumentError);
});

test.each<object>([
  ...[undefined, null, '3', 1.5, 2 ** 53].flatMap((odd) => [{ 'family-id': odd }, { 'model-id': odd }]),
  ...[undefined, null, 1, ''].map((odd) => ({ 'hardware-version': odd })),
])('No firmwares are listed for %j: not those of all products either', async (filter) => {
  await expect(client.listFirmwares(filter)).rejects.toBeInstanceOf(ArgumentError);
});

test.each([
  ...noSerialNumbers.map((sn): [unknown, unknown] => [['A1', sn], 21]),
  ...[[], 'A1', undefined, new Set(['A1'])].map((sn): [unknown, unknown] => [sn, 21]),
  ...[0, -1, 1.5, '21', NaN, 2 ** 53, undefined].map((firmwareId): [unknown, unknown] => [['A1'], firmwareId]),
])('No upgrade of %j to %j is asked for, tried or cancelled', async (sn, firmwareId) => {
  const request = { sn: sn as string[], 'firmware-id': firmwareId as number };
  for (const operation of ['startUpgrade', 'dryRun', 'cancelUpgrade'] as const)
    await expect(client[operation](request)).rejects.toBeInstanceOf(ArgumentError);
});

test.each([...noSerialNumbers.map((sn): unknown => ['A1', sn]), [], 'A1', undefined, new Set(['A1'])])(
  'No status is asked of %j',
  async (sns) => {
    for (const operation of ['upgradeStatus', 'waitForUpgrades'] as const)
      await expect(client[operation](sns as string[])).rejects.toBeInstanceOf(ArgumentError);
  },
);

test.each([null, 7, 'A1', Symbol('request')])('No request, and no options of a call, are %p', async (odd) => {
  for (const operation of ['startUpgrade', 'dryRun', 'cancelUpgrade'] as const) {
    await expect(client[operation](odd as never)).rejects.toBeInstanceOf(ArgumentError);
    await expect(client[operation]({ sn: ['A1'], 'firmware-id': 21 }, odd as never)).rejects.toThrow(ArgumentError);
  }
  for (const operation of ['upgradeStatus', 'waitForUpgrades'] as const)
    await expect(client[operation](['A1'], odd as never)).rejects.toThrow(ArgumentError);
  for (const operation of ['getStreamServersList', 'listFirmwares', 'listRollouts'] as const)
    await expect(client[operation](odd as never)).rejects.toThrow(ArgumentError);
});

test.each([null, {}, 'stop', new EventTarget(), Object.assign(new EventTarget(), { aborted: false })])(
  'A signal that is none of this platform is an invalid argument: %p',
  async (signal) => {
    await expect(client.upgradeStatus(['A1'], { signal: signal as AbortSignal })).rejects.toThrow(/signal must be/);
  },
);

test.each<WaitOptions>([
  ...[null, 1, {}].map((odd) => ({ onProgress: odd as never })),
  ...[999, 1000.5, Infinity].map((intervalMs) => ({ intervalMs })),
  ...[0, 2 ** 31].map((maxDurationMs) => ({ maxDurationMs })),
  ...[0, -1, 1.5].map((batchSize) => ({ batchSize })),
])('No upgrade is waited for with %j', async (options) => {
  await expect(client.waitForUpgrades(['A1'], options)).rejects.toBeInstanceOf(ArgumentError);
});

const at = (baseUrl: string): ClientOptions => ({ baseUrl, session });

test.each<ClientOptions>([
  ...['', 'example.com', '//example.com', 'ftp://example.com', 'https://u:p@example.com'].map(at),
  ...['https://example.com?a', 'https://example.com/#a'].map(at),
  ...['http://example.com', 'http://127.0.0.1.example.com', 'http://localhost.example.com', 'http://10.0.0.1'].map(at),
  ...[0, 1.5, NaN, Infinity, -1].map((attempts) => ({ baseUrl: HERE, attempts })),
  ...[0, 2 ** 31, Infinity].map((timeoutMs) => ({ baseUrl: HERE, timeoutMs })),
  ...[0, 499, Infinity].map((longestWaitMs) => ({ baseUrl: HERE, longestWaitMs })),
  ...[{ sid: '', uid: 'u' }, { sid: 's' }, { sid: 's', uid: '\ud800' }, null, 's', Symbol('s')].map((odd) => ({
    baseUrl: HERE,
    session: odd as typeof session,
  })),
  ...[undefined, null, 7, Symbol('url'), {}].map((odd) => ({ baseUrl: odd as string })),
  ...[undefined, null, 7].map((odd) => odd as unknown as ClientOptions),
])('There is no client with %p', (options) => {
  expect(() => createStreamFleetClient(options)).toThrow(ArgumentError);
});

test.each([
  ...['https://ann:secret@example.com', 'https://example.com?token=secret', 'https://example.com/#secret'],
  ...[
    'ann:secret@example.com',
    'https://ann:sec/secret@example.com',
    'example.com?secret',
    'ftp://example.com;secret',
    'http://example.com/;a=secret',
    'http://secret@example.com',
  ],
])('The error about the base URL %s quotes the part without secrets', (baseUrl) => {
  expect(() => createStreamFleetClient({ baseUrl, session: { sid: 'secret\ud800', uid: 'u' } })).toThrow(
    /example\.com/,
  );
  expect(() => createStreamFleetClient({ baseUrl, session })).not.toThrow(/secret/);
});

test('The error about a session does not quote it', () => {
  const odd = { sid: 'secret\ud800', uid: 'u' };
  expect(() => createStreamFleetClient({ baseUrl: HERE, session: odd })).toThrow(/^session must be { sid, uid }/);
});

test.each<ClientOptions>([
  ...[
    'https://example.com',
    'https://example.com/api/',
    'http://localhost:3000',
    'http://[::1]',
    'http://127.1.2.3',
  ].map(at),
  { baseUrl: 'http://example.com' },
])('Cookies go over HTTPS, to this machine, or not at all: %j', (options) => {
  expect(createStreamFleetClient(options)).toBeDefined();
});
