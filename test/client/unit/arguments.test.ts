/** What the client knows by itself: the names of codes, and which arguments are invalid, so that nothing is sent. */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { SERIAL_NUMBER as PATTERN } from '../../../client/src/arguments.ts';
import { ArgumentError, codeName, createStreamFleetClient, type ClientOptions } from '../../../client/src/index.ts';
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

const order = { sn: ['A1'], 'firmware-id': 21 };
const rollout = { 'rollout-id': 'a', ...order };
/** The calls that take such a request. */
const ordered = (of: typeof order, options?: object) => [client.startUpgrade(of, options), client.dryRun(of, options)];
const orderedOrNot = (of: typeof order) => [...ordered(of), client.cancelUpgrade(of)];
const asked = (sns: string[], options?: object) => [
  client.upgradeStatus(sns, options),
  client.waitForUpgrades(sns, options),
];
const planned = (of: typeof rollout) => [client.createRollout(of), client.dryRunRollout(of)];
const noNumbers = [0, -1, 1.5, '21', NaN, 2 ** 53, undefined];
const noLists = [[], 'A1', undefined, new Set(['A1'])];
const noRequests = [null, 7, 'A1', Symbol('request')];

test.each<[what: string, values: readonly unknown[], calls: (odd: never) => readonly Promise<unknown>[]]>([
  [
    'a key',
    ['', '"a"', 'a b', 'rollout:x', 'x'.repeat(65), undefined, null, 7],
    (key) => [...ordered(order, { key }), client.waitForUpgrades(['A1'], { key })],
  ],
  [
    'the id of a roll-out',
    ['', 'a b', 'a/b', 'x'.repeat(65), undefined, null, 7],
    (id) => [
      ...planned({ ...rollout, 'rollout-id': id }),
      ...[client.pauseRollout(id), client.cancelRollout(id), client.rolloutStatus(id)],
    ],
  ],
  [
    'a firmware, or the version of a roll-out',
    noNumbers,
    (odd) => [
      ...orderedOrNot({ ...order, 'firmware-id': odd }),
      ...planned({ ...rollout, 'firmware-id': odd }),
      ...[client.resumeRollout('a', odd), client.waitForUpgrades(['A1'], { 'firmware-id': odd })],
    ],
  ],
  ['a state of its devices', [undefined, null, 7], (state) => [client.rolloutStatus('a', { state })]],
  ['the devices of a roll-out', [[], 'A1', ['A1', 7], undefined], (sn) => planned({ ...rollout, sn })],
  ['a list of devices', noLists, (sn) => [...orderedOrNot({ ...order, sn }), ...asked(sn)]],
  [
    'a device of a list',
    noSerialNumbers,
    (sn) => [...orderedOrNot({ ...order, sn: ['A1', sn] }), ...asked(['A1', sn])],
  ],
  ['a device', noSerialNumbers, (sn) => [client.getStreamServersList({ sn }), client.upgradeHistory(sn)]],
  [
    'upgrades to cancel, of two devices',
    [undefined, null, 'a', [], ['a'], ['a', 7], ['a', undefined]],
    (ids) => [client.cancelUpgrade({ sn: ['A1', 'A2'], 'firmware-id': 21, 'upgrade-id': ids })],
  ],
  ['where a page of a history begins', [undefined, null, '', 7], (before) => [client.upgradeHistory('A1', { before })]],
  [
    'a family or a model: the firmwares are not those of all either',
    [undefined, null, '3', 1.5, 2 ** 53],
    (odd) => [client.listFirmwares({ 'family-id': odd }), client.listFirmwares({ 'model-id': odd })],
  ],
  ['a hardware version', [undefined, null, 1, ''], (odd) => [client.listFirmwares({ 'hardware-version': odd })]],
  ['a request', noRequests, (odd) => [...orderedOrNot(odd), ...asked(odd)]],
  [
    'options',
    noRequests,
    (odd) => [
      ...[...ordered(order, odd), client.cancelUpgrade(order, odd), ...asked(['A1'], odd)],
      ...[client.getStreamServersList(odd), client.listFirmwares(odd), client.listRollouts(odd)],
    ],
  ],
  [
    'how to wait',
    [
      ...[null, 1, {}].map((onProgress) => ({ onProgress })),
      ...[999, 1000.5, Infinity].map((intervalMs) => ({ intervalMs })),
      ...[0, 2 ** 31].map((maxDurationMs) => ({ maxDurationMs })),
      ...[0, -1, 1.5].map((batchSize) => ({ batchSize })),
    ],
    (options) => [client.waitForUpgrades(['A1'], options)],
  ],
])('Nothing is sent for what is not %s', async (_what, values, calls) => {
  for (const odd of values) {
    const outcomes = await Promise.allSettled(calls(odd as never));
    expect([odd, outcomes]).toEqual([
      odd,
      outcomes.map(() => ({ status: 'rejected', reason: expect.any(ArgumentError) })),
    ]);
  }
});

test.each([null, {}, 'stop', new EventTarget(), Object.assign(new EventTarget(), { aborted: false })])(
  'A signal that is none of this platform is an invalid argument: %p',
  async (signal) => {
    await expect(client.upgradeStatus(['A1'], { signal: signal as AbortSignal })).rejects.toThrow(/signal must be/);
  },
);

const at = (baseUrl: string): ClientOptions => ({ baseUrl, session });

test.each<ClientOptions>([
  ...['', 'example.com', '//example.com', 'ftp://example.com', 'https://u:p@example.com'].map(at),
  ...['https://example.com?a', 'https://example.com/#a'].map(at),
  ...['http://example.com', 'http://127.0.0.1.example.com', 'http://localhost.example.com', 'http://a.localhost'].map(
    at,
  ),
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
