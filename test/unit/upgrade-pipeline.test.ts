import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { gzipSync } from 'node:zlib';
import { StoreUnavailable } from '../../functions/domain/ports.ts';
import { startUpgradePipeline } from '../../functions/start-upgrade/pipeline.ts';
import type { StartUpgradeServices } from '../../functions/start-upgrade/services.ts';
import { gatewayEvent, invoke } from '../support/events.ts';
import { annAdmin, device, NOW_SECONDS, servicesOf } from '../support/fakes.ts';

const HEADERS = {
  'Content-Type': 'application/json; charset=UTF-8',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
};

let logged: unknown[] = [];

beforeEach(() => {
  logged = [];
  for (const level of ['warn', 'error'] as const) {
    jest.spyOn(console, level).mockImplementation((line) => {
      logged.push(line);
    });
  }
});
afterEach(() => {
  jest.restoreAllMocks();
});

async function ask(event: unknown, services: StartUpgradeServices = servicesOf()) {
  const { statusCode, headers, body } = await invoke(
    startUpgradePipeline(() => services),
    event,
  );
  return { status: statusCode, headers, body: JSON.parse(body) as { result: number; details: unknown[] } };
}

/** The HTTP status and the result code of an answer, whose shape is checked on the way. */
async function codes(event: unknown, services?: StartUpgradeServices): Promise<[number, number]> {
  const { status, headers, body } = await ask(event, services);
  expect(headers).toMatchObject(HEADERS);
  expect(body).toEqual({ result: body.result, method: 'start-upgrade', details: expect.any(Array) });
  return [status, body.result];
}

const withBody = (body: unknown, overrides = {}) => gatewayEvent({ body, ...overrides });
const withType = (type: string | undefined, overrides = {}) =>
  gatewayEvent({ headers: type === undefined ? {} : { 'content-type': type }, ...overrides });
const inBase64 = (body: string | Buffer) => ({ body: Buffer.from(body).toString('base64'), isBase64Encoded: true });
const valid = '{"sn":["SN1"],"firmware-id":21}';

test('An accepted request is answered 200 with a detail for each device', async () => {
  expect(await ask(gatewayEvent())).toEqual({
    status: 200,
    headers: HEADERS,
    body: { result: 0, method: 'start-upgrade', details: [{ sn: 'SN1', result: 0 }] },
  });
});

describe('Session first, body second', () => {
  const broken = { body: '{"sn":', headers: {} };

  test('a caller without a session gets 401 whatever his body is', async () => {
    expect(await codes(gatewayEvent({ ...broken, cookies: [] }))).toEqual([401, 37]);
  });

  test('an ordinary user gets 403 whatever his body is', async () => {
    const sessions = { 'sid-of-ann': { ...annAdmin, role: 'user' as const } };
    expect(await codes(gatewayEvent(broken), servicesOf({ sessions }))).toEqual([403, 31]);
  });

  test('without both cookies the session store is not asked', async () => {
    const find = () => Promise.reject(new Error('asked'));
    const services = { ...servicesOf(), sessions: { find } };
    expect(await codes(gatewayEvent({ cookies: ['cloud-sid=x'] }), services)).toEqual([401, 37]);
  });

  test('a session store that cannot be reached is 503, never 401', async () => {
    const find = () => Promise.reject(new StoreUnavailable('reading a session'));
    const answer = await ask(gatewayEvent(), { ...servicesOf(), sessions: { find } });
    expect(answer.status).toBe(503);
    expect(answer.headers).toMatchObject({ ...HEADERS, 'Retry-After': expect.stringMatching(/^\d+$/) });
    expect(answer.body).toEqual({ result: 4, method: 'start-upgrade', details: [] });
  });
});

describe('All sessions that do not count get the same answer', () => {
  test.each<[string, Record<string, unknown>, object]>([
    ['an unknown one', { cookies: ['cloud-sid=guess', 'cloud-uid=ann'] }, {}],
    ['one of another user', { cookies: ['cloud-sid=sid-of-ann', 'cloud-uid=bob'] }, {}],
    ['one of a user in another case', { cookies: ['cloud-sid=sid-of-ann', 'cloud-uid=Ann'] }, {}],
    ['one that ends this second', {}, { expiresAt: NOW_SECONDS }],
    ['one that ended', {}, { expiresAt: NOW_SECONDS - 1 }],
    ['one that was written in milliseconds', {}, { expiresAt: NOW_SECONDS * 1000 }],
    ['none', { cookies: undefined }, {}],
  ])('%s', async (_what, event, difference) => {
    const sessions = { 'sid-of-ann': { ...annAdmin, ...difference } };
    expect(await ask(gatewayEvent(event), servicesOf({ sessions }))).toEqual({
      status: 401,
      headers: HEADERS,
      body: { result: 37, method: 'start-upgrade', details: [] },
    });
  });

  test('one that ends in a second still counts', async () => {
    const sessions = { 'sid-of-ann': { ...annAdmin, expiresAt: NOW_SECONDS + 1 } };
    expect(await codes(gatewayEvent(), servicesOf({ sessions }))).toEqual([200, 0]);
  });
});

describe('Bodies that are JSON are accepted', () => {
  test.each([
    'application/json',
    'application/json;charset=utf-8',
    'application/json; charset=UTF-8',
    'application/json ; charset=utf-8',
    'APPLICATION/JSON; charset=UTF-8',
    'application/vnd.api+json',
  ])('of type %s, as text and in base64', async (type) => {
    expect(await codes(withType(type))).toEqual([200, 0]);
    expect(await codes(withType(type, inBase64(valid)))).toEqual([200, 0]);
  });

  test.each(['Content-Type', 'CONTENT-TYPE'])('with the header %s', async (name) => {
    expect(await codes(gatewayEvent({ headers: { [name]: 'application/json' } }))).toEqual([200, 0]);
  });

  test.each(['21.0', '2.1e1', '210e-1'])('with 21 written as %s', async (number) => {
    expect(await codes(withBody(`{"sn":["SN1"],"firmware-id":${number}}`))).toEqual([200, 0]);
  });

  test('of a key that stands twice the last counts, everywhere', async () => {
    const answer = await ask(withBody('{"sn":["SN9"],"sn":["SN1"],"firmware-id":22,"firmware-id":21}'));
    expect(answer.body.details).toEqual([{ sn: 'SN1', result: 0 }]);
  });

  test('of exactly the largest size', async () => {
    expect(await codes(withBody(valid.padEnd(262_144)))).toEqual([200, 0]);
  });

  test('with the content coding that means none', async () => {
    const headers = { 'content-type': 'application/json', 'content-encoding': 'Identity' };
    expect(await codes(gatewayEvent({ headers }))).toEqual([200, 0]);
  });
});

describe('Bodies that do not claim to be plain JSON are refused with 415', () => {
  test.each([
    undefined,
    '',
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'json',
    'text/json',
    'application/jsonp',
    'application/xml, application/json',
    'not a type',
  ])('type %s', async (type) => {
    expect(await codes(withType(type))).toEqual([415, 9]);
  });

  test.each(['gzip', 'br', 'identity, gzip'])('content coding %s', async (coding) => {
    const headers = { 'content-type': 'application/json', 'content-encoding': coding };
    expect(await codes(gatewayEvent({ headers, ...inBase64(gzipSync(valid)) }))).toEqual([415, 9]);
  });
});

describe('Bodies that are not JSON are refused with 400', () => {
  test.each<[string, Record<string, unknown>]>([
    ['no body', { body: undefined }],
    ['a body of null', { body: null }],
    ['an empty body', { body: '' }],
    ['a body cut short', { body: '{"sn":["SN1"],' }],
    ['single quotes', { body: "{'sn':['SN1'],'firmware-id':21}" }],
    ['a trailing comma', { body: '{"sn":["SN1"],"firmware-id":21,}' }],
    ['NaN', { body: '{"sn":["SN1"],"firmware-id":NaN}' }],
    ['a byte order mark', { body: `\ufeff${valid}` }],
    ['a byte order mark in base64', inBase64(`\ufeff${valid}`)],
    ['plain text that is flagged as base64', { body: valid, isBase64Encoded: true }],
    ['base64 that is not flagged', { body: Buffer.from(valid).toString('base64') }],
    ['bytes that are not UTF-8', inBase64(Buffer.from('{"sn":["SN1"],"firmware-id":21,"x":"\xff"}', 'latin1'))],
    ['gzip that does not say so', inBase64(gzipSync(valid))],
    ['10,000 levels of nesting', { body: `{"x":${'['.repeat(10_000)}${']'.repeat(10_000)},${valid.slice(1)}` }],
    ['a __proto__ key', { body: '{"__proto__":{"sn":["SN1"]},"firmware-id":21}' }],
    ['an escaped __proto__ key', { body: '{"\\u005f_proto__":{"sn":["SN1"]},"firmware-id":21}' }],
    ['a constructor with a prototype', { body: '{"constructor":{"prototype":{"sn":["SN1"]}},"firmware-id":21}' }],
  ])('%s', async (_what, overrides) => {
    expect(await codes(gatewayEvent(overrides))).toEqual([400, 21]);
    expect(logged).toEqual([]);
  });
});

test('A body over the limit is refused with 413, by its bytes and not its characters', async () => {
  expect(await codes(withBody(valid.padEnd(262_145)))).toEqual([413, 18]);
  expect(await codes(withBody(`{"x":"${'é'.repeat(131_100)}",${valid.slice(1)}`))).toEqual([413, 18]);
});

test('A body that breaks the schema is refused with 400, without details', async () => {
  expect(await ask(withBody('{"sn":"SN1","firmware-id":21}'))).toEqual({
    status: 400,
    headers: HEADERS,
    body: { result: 7, method: 'start-upgrade', details: [] },
  });
});

test('More serial numbers than the limit are refused with 400', async () => {
  const sn = Array.from({ length: 1001 }, (_, index) => `SN${String(index)}`);
  expect(await codes(withBody(JSON.stringify({ sn, 'firmware-id': 21 })))).toEqual([400, 17]);
});

describe('Once the request is valid, a refusal has a detail for each distinct device', () => {
  const two = () => withBody('{"sn":["B","A","B"],"firmware-id":21}');
  const detailsWith = (result: number) => [
    { sn: 'B', result },
    { sn: 'A', result },
  ];
  const alike = [device('A'), device('B')];
  const broken = (error: Error) => ({ ...servicesOf(), firmwares: { find: () => Promise.reject(error) } });

  test.each<[string, number, number, StartUpgradeServices]>([
    ['an unknown firmware', 404, 16, servicesOf({ firmwares: {}, devices: alike })],
    ['a firmware that is not available', 409, 38, servicesOf({ firmwares: { 21: { state: 'unavailable' } } })],
    ['devices that differ', 409, 41, servicesOf({ devices: [device('A'), device('B', { modelId: 71 })] })],
    ['a table that does not answer', 503, 4, broken(new StoreUnavailable('reading a firmware'))],
    ['an unforeseen error', 500, 6, broken(new TypeError('secret detail'))],
  ])('%s', async (_what, status, result, services) => {
    const answer = await ask(two(), services);
    expect(answer.status).toBe(status);
    expect(answer.body).toEqual({ result, method: 'start-upgrade', details: detailsWith(result) });
  });
});

describe('Errors', () => {
  test.each<[string, Error]>([
    ['with a status of its own', Object.assign(new Error('table arn:aws:secret'), { statusCode: 400, expose: true })],
    ['of a program fault', new TypeError('x is not a function')],
  ])('%s are a 500 that tells nothing, and are logged', async (_what, error) => {
    const services = { ...servicesOf(), sessions: { find: () => Promise.reject(error) } };
    const answer = await ask(gatewayEvent(), services);
    expect(answer).toEqual({
      status: 500,
      headers: HEADERS,
      body: { result: 6, method: 'start-upgrade', details: [] },
    });
    expect(logged).toEqual([
      expect.objectContaining({ code: 'UNFORESEEN_ERROR', error: expect.objectContaining({ message: error.message }) }),
    ]);
  });

  test('are logged with their causes, but without what libraries hang on them', async () => {
    const cause = Object.assign(new Error('ExpiredTokenException'), {
      $response: { headers: { cookie: 'sid-of-ann' } },
    });
    const find = () => Promise.reject(new StoreUnavailable('reading a session', { cause }));
    await ask(gatewayEvent(), { ...servicesOf(), sessions: { find } });
    expect(JSON.stringify(logged)).toContain('ExpiredTokenException');
    expect(JSON.stringify(logged)).not.toContain('sid-of-ann');
  });

  test('that are no errors are answered too', async () => {
    // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- a library might do just this
    const services = { ...servicesOf(), sessions: { find: () => Promise.reject('a text') } };
    expect(await codes(gatewayEvent(), services)).toEqual([500, 6]);
  });

  test('in the settings are answered in shape, request by request', async () => {
    const pipeline = startUpgradePipeline(() => {
      throw new Error('environment variable SESSIONS_TABLE is not set');
    });
    const answer = await invoke(pipeline, gatewayEvent());
    expect(answer.statusCode).toBe(500);
    expect(JSON.parse(answer.body)).toEqual({ result: 6, method: 'start-upgrade', details: [] });
  });
});

describe('Events that are not of payload 2.0 are refused in shape', () => {
  test.each<[string, unknown]>([
    ['payload 1.0', gatewayEvent({ version: '1.0' })],
    ['no version', gatewayEvent({ version: undefined })],
    ['an empty event', {}],
    ['null', null],
    ['nothing', undefined],
    ['a text', 'event'],
    ['a list', []],
  ])('%s', async (_what, event) => {
    expect(await codes(event)).toEqual([400, 7]);
  });

  test.each<[string, Record<string, unknown>]>([
    ['no headers', { headers: undefined, cookies: undefined }],
    ['headers of null', { headers: null, cookies: null }],
    ['headers that are no texts', { headers: { cookie: 7 }, cookies: 'cloud-sid=x' }],
  ])('but %s are just a request without cookies', async (_what, overrides) => {
    expect(await codes(gatewayEvent(overrides))).toEqual([401, 37]);
  });

  test('a body that is no text is no JSON', async () => {
    expect(await codes(withBody({ sn: ['SN1'], 'firmware-id': 21 }))).toEqual([400, 21]);
  });
});

test('The path is not looked at, whatever the name of the stage has put before it', async () => {
  expect(await codes(gatewayEvent({ rawPath: '/dev/sc_cloud/upgrade/start' }))).toEqual([200, 0]);
});

test('What the request carries never comes back in a refusal', async () => {
  const marked = 'MARK-7f3a';
  const { body } = await invoke(
    startUpgradePipeline(() => servicesOf({ firmwares: {} })),
    withBody(`{"sn":["SN1"],"firmware-id":9,"note":"${marked}"}`),
  );
  expect(body).not.toContain(marked);
});
