/** What is refused, and how: errors, events that are none, and bodies. */
import { describe, expect, jest, test } from '@jest/globals';
import { StoreUnavailable } from '../../../../functions/domain/ports.ts';
import { upgradeOperations } from '../../../../functions/upgrade/operations.ts';
import type { UpgradeServices } from '../../../../functions/upgrade/services.ts';
import { gatewayEvent, HEADERS, invoke } from '../../../support/events.ts';
import { device, servicesOf } from '../../../support/fakes.ts';
import { ask, codes, logged, metrics } from '../../../support/upgrade-call.ts';
import { gzipSync } from 'node:zlib';

describe('Once the request is valid, a refusal has a detail for each distinct device, and nothing else of the request:', () => {
  const reject = (error: Error) => () => Promise.reject(error);
  const broken = (error: Error) => ({ ...servicesOf(), firmwares: { find: reject(error), list: reject(error) } });

  test.each<[string, number, number, UpgradeServices]>([
    ['an unknown firmware', 404, 16, servicesOf({ firmwares: {} })],
    ['a firmware that is not available', 409, 38, servicesOf({ firmwares: { 21: { state: 'unavailable' } } })],
    ['devices that differ', 409, 41, servicesOf({ devices: [device('A'), device('B', { modelId: 71 })] })],
    ['a table that does not answer', 503, 4, broken(new StoreUnavailable('reading a firmware'))],
    ['an unforeseen error', 500, 6, broken(new TypeError('secret detail'))],
  ])('%s', async (_what, status, result, services) => {
    const event = gatewayEvent({ body: '{"sn":["B","A","B"],"firmware-id":21,"note":"MARK-7f3a"}' });
    const answer = await ask(event, services);
    const details = ['B', 'A'].map((sn) => ({ sn, result }));
    expect([answer.status, answer.body]).toEqual([status, { result, method: 'start-upgrade', details }]);
  });
});

describe('Errors', () => {
  const failing = (error: Error) => ({ ...servicesOf(), sessions: { find: () => Promise.reject(error) } });
  const unforeseen = { result: 6, method: 'start-upgrade', details: [] };

  test('with a status of their own are a 500 that tells nothing, and are logged', async () => {
    const error = Object.assign(new Error('table arn:aws:secret'), { statusCode: 400, expose: true });
    const answer = await ask(gatewayEvent(), failing(error));
    expect(answer).toEqual({ status: 500, headers: HEADERS, body: unforeseen });
    const described = expect.objectContaining({ message: error.message });
    expect(logged).toEqual([expect.objectContaining({ code: 'UNFORESEEN_ERROR', error: described })]);
  });

  test('are logged with their causes, but without the fields that libraries add', async () => {
    const cause = Object.assign(new Error('ExpiredTokenException'), {
      $response: { headers: { cookie: 'sid-of-ann' } },
    });
    await ask(gatewayEvent(), failing(new StoreUnavailable('reading a session', { cause })));
    expect(logged).toEqual([expect.objectContaining({ code: 'STORE_UNAVAILABLE', text: expect.any(String) })]);
    expect(JSON.stringify(logged)).toContain('ExpiredTokenException');
    expect(JSON.stringify(logged)).not.toContain('sid-of-ann');
  });

  test('that are no errors are answered too', async () => {
    // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- a library might do just this
    const services = { ...servicesOf(), sessions: { find: () => Promise.reject('a text') } };
    expect(await codes(gatewayEvent(), services)).toEqual([500, 6]);
  });

  test('in the settings are answered in shape, request by request, and counted', async () => {
    jest.replaceProperty(process, 'env', { METRICS_NAMESPACE: 'StreamFleet/test' });
    const pipeline = upgradeOperations(() => {
      throw new Error('environment variable SESSIONS_TABLE is not set');
    });
    const answer = await invoke(pipeline, gatewayEvent());
    expect([answer.statusCode, JSON.parse(answer.body)]).toEqual([500, unforeseen]);
    const Dimensions = [['operation', 'reason'], ['reason'], ['function', 'reason']];
    const of = { function: 'upgrade', reason: 'UNKNOWN_ERROR' };
    expect(metrics).toMatchObject([{ ...of, _aws: { CloudWatchMetrics: [{ Dimensions }] } }]);
    jest.replaceProperty(process, 'env', {});
    await invoke(pipeline, gatewayEvent());
    expect(metrics).toHaveLength(1);
  });
});

describe('Events that are not of the gateway, in payload 2.0, are refused in shape', () => {
  test.each<[string, unknown]>([
    ['payload 1.0', gatewayEvent({ version: '1.0' })],
    ['"2.0" without a route', gatewayEvent({ routeKey: undefined })],
    ['"2.0" without a path', gatewayEvent({ rawPath: undefined, path: '/sc_cloud/upgrade/start' })],
    ['an empty event', {}],
    ['null', null],
    ['nothing', undefined],
    ['a text', 'event'],
  ])('%s', async (_what, event) => {
    expect(await codes(event)).toEqual([400, 7]);
  });

  test.each([
    { headers: undefined, cookies: undefined },
    { headers: null, cookies: null },
    { headers: { cookie: 7 }, cookies: 'cloud-sid=x' },
  ])('but %j are just a request without cookies', async (overrides) => {
    expect(await codes(gatewayEvent(overrides))).toEqual([401, 37]);
  });
});

test('A request by an unknown route is refused, whatever it asks for', async () => {
  expect(await codes(gatewayEvent({ routeKey: 'POST /sc_cloud/upgrade/rehearse' }))).toEqual([404, 16]);
});

test('The path does not matter: the name of a stage may come before it', async () => {
  expect(await codes(gatewayEvent({ rawPath: '/dev/sc_cloud/upgrade/start' }))).toEqual([200, 0]);
});

const withHeaders = (headers: Record<string, unknown>, overrides: object = {}) => ({ headers, ...overrides });
const ofType = (type: unknown, overrides?: object) => withHeaders({ 'content-type': type }, overrides);
const withCoding = (coding: string, overrides?: object) =>
  withHeaders({ 'content-type': 'application/json', 'content-encoding': coding }, overrides);
const inBase64 = (body: string | Buffer) => ({ body: Buffer.from(body).toString('base64'), isBase64Encoded: true });
const valid = '{"sn":["SN1"],"firmware-id":21}';
type Case = [what: string, overrides: Record<string, unknown>];

describe('A body that is JSON is accepted', () => {
  test.each<Case>([
    ...['application/json', 'APPLICATION/JSON ; charset=utf-8', 'application/vnd.api+json'].flatMap((type): Case[] => [
      [`of type ${type}`, ofType(type)],
      [`of type ${type}, in base64`, ofType(type, inBase64(valid))],
    ]),
    ['with the header Content-Type', withHeaders({ 'Content-Type': 'application/json' })],
    ['with the header CONTENT-TYPE', withHeaders({ 'CONTENT-TYPE': 'application/json' })],
    ['with 21 written as 21.0', { body: '{"sn":["SN1"],"firmware-id":21.0}' }],
    ['with 21 written as 2.1e1', { body: '{"sn":["SN1"],"firmware-id":2.1e1}' }],
    ['by the last of each key that stands twice', { body: `{"sn":7,"firmware-id":"x",${valid.slice(1)}` }],
    ['of exactly the largest size', { body: valid.padEnd(262_144) }],
    ...['', ' Identity ', 'identity, identity', 'identity,'].map((none): Case => [`coding ${none}`, withCoding(none)]),
  ])('%s', async (_what, overrides) => {
    expect(await codes(gatewayEvent(overrides))).toEqual([200, 0]);
  });
});

describe('A body that does not claim to be plain JSON is refused with 415:', () => {
  test.each<Case>([
    ...[undefined, '', 'not a type', 'json', 'text/json', 'application/jsonp', 'application/x-www-form-urlencoded']
      .concat('application/xml, application/json')
      .map((type): Case => [`of type ${String(type)}`, ofType(type)]),
    ['of a list of types', ofType(['application/json'])],
    ...['gzip', 'identity, gzip', 'utf-8'].map((name): Case => [name, withCoding(name, inBase64(gzipSync(valid)))]),
  ])('%s', async (_what, overrides) => {
    expect(await codes(gatewayEvent(overrides))).toEqual([415, 9]);
  });
});

describe('Bodies that are not JSON are refused with 400', () => {
  test.each<Case>([
    ['no body', { body: undefined }],
    ['a body of null', { body: null }],
    ['an empty body', { body: '' }],
    ['a body that is no text', { body: { sn: ['SN1'], 'firmware-id': 21 } }],
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
  expect(await codes(gatewayEvent({ body: valid.padEnd(262_145) }))).toEqual([413, 18]);
  expect(await codes(gatewayEvent({ body: `{"x":"${'é'.repeat(131_100)}",${valid.slice(1)}` }))).toEqual([413, 18]);
});
