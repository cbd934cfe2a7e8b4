/** What is wrong with an answer, by docs/openapi.yaml and to a case: one row for each thing that can be. */
import { describe, expect, jest, test } from '@jest/globals';
import { jsonAnswer } from '../../../../functions/http/answer.ts';
import { claimCases } from '../../../../tools/contract/cases/claims.ts';
import { check, LISTED, refused, told } from '../../../../tools/contract/cases/case.ts';
import { firmwareList, list, upgrade } from '../../../../tools/contract/requests.ts';
import { readDocument } from '../../../../tools/contract/openapi-file.ts';
import { responseValidator, type Answer } from '../../../../tools/contract/response-validator.ts';
import { faultsOf, send } from '../../../../tools/contract/run-cases.ts';

const validate = responseValidator(readDocument(), { closed: true });
const start = (passes: Parameters<typeof check>[2]) => check('', upgrade('start-upgrade', '{}'), passes);
const A = { sn: 'A', result: 0 };
const B = { sn: 'B', result: 1 };
const started = (...details: object[]) => ({ result: 0, method: 'start-upgrade', details });
const servers = [1, 2, 3, 6, 4, 5].map((type) => ({ id: type, name: 'x', type, isConfigured: true }));
const listed = (serverList: object[]) => ({ status: 0, message: 'SUCCESS', totalCount: 6, serverList });
const entry = (index: number, change: object) => servers.with(index, Object.assign({}, servers[index], change));

/** An answer with the service's headers, some of them replaced; a text is sent as it is. */
function asSent(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Answer {
  const all = new Headers({ ...jsonAnswer(200, {}).headers, ...headers });
  return { status, headers: all, text: typeof body === 'string' ? body : JSON.stringify(body) };
}

function faults(of: ReturnType<typeof check>, ...answer: Parameters<typeof asSent>): string {
  return faultsOf({ rule: '', needs: [], ...of }, asSent(...answer), validate).join('; ');
}

const both = start(told(['A', 0], ['B', 0, 1]));

test.each<[string, RegExp, number, unknown, Record<string, string>?]>([
  ['has another status', /HTTP 302 is not an answer/, 302, ''],
  ['has another code than its status', /code is 31, not 0/, 200, { ...started(A, B), result: 31 }],
  ['names another operation', /method is not start-upgrade/, 200, { ...started(A, B), method: 'upgrade-status' }],
  ['tells a device another code', /details/, 200, started({ ...A, result: 1 }, B)],
  ['tells a device twice', /details/, 200, started(A, A, B)],
  ['leaves a device out', /details/, 200, started(A)],
  ['names a device more', /details/, 200, started(A, B, { sn: 'C', result: 0 })],
  ['has another order', /details/, 200, started(B, A)],
  ['is not JSON', /code is undefined/, 200, '<html>'],
  ['does not match the document', /Cache-Control/, 200, started(A, B), { 'cache-control': 'public' }],
])('An answer to start-upgrade that %s is a fault', (_what, fault, status, body, headers = {}) => {
  expect(faults(both, status, body, headers)).toMatch(fault);
});

test('An answer passes with any of the codes that a device may be told, and needs the fields that were asked for', () => {
  expect(faults(both, 200, started(A, B))).toBe('');
  expect(faults(start({ ...told(['A', 0]), fields: ['upgrade-id'] }), 200, started(A))).toMatch(/details/);
  expect(faults(start([refused(409, 41), told(['A', 0])]), 200, started(A))).toBe('');
});

test.each([
  [[20, 21, 30], undefined, ''],
  [[20, 30], undefined, 'details lacks a firmware, or is not in order'],
  [[20, 21, 30, 22], undefined, 'details lacks a firmware, or is not in order'],
  [[10, 20], 'MjA', ''],
  [[20, 30], 'MzA', 'details lacks a firmware, or is not in order'],
])(
  'A page with the firmwares %j, and the next %j, has firmware 21 in its order, or may have it on a later page',
  (ids, next, fault) => {
    const of = check('', firmwareList(), { ...told(), devices: undefined, firmwareIds: [21] });
    const product = { 'family-id': 1, 'model-id': 1, 'hardware-version': '1', version: '1', 'size-bytes': 1 };
    const details = ids.map((id) => ({ 'firmware-id': id, state: 'available', ...product }));
    expect(faults(of, 200, { result: 0, method: 'get-all-firmwares', details, next })).toBe(fault);
  },
);

test.each([
  [11, 0, 200, /SMOKE_SN is being upgraded/],
  [12, 0, 200, /SMOKE_SN as offline/],
  [16, 0, 200, /SMOKE_SN or SMOKE_FIRMWARE is not registered/],
  [16, 0, 404, /SMOKE_SN or SMOKE_FIRMWARE is not registered/],
  [24, 0, 200, /SMOKE_FIRMWARE is for another product/],
  [31, 0, 403, /SMOKE_UID is no administrator.* bypasses the front proxy/],
  [37, 0, 401, /SMOKE_SID has ended/],
  [38, 1, 200, /SMOKE_FIRMWARE is not available, or a real device/],
  [4, 0, 200, /details is not what may be told$/],
])('A claim that is answered %i says at the end what to set (case %i, HTTP %i)', (code, at, status, advice) => {
  const [admin, kept] = [{ sid: 'sid', uid: 'uid' }, ['A', 21] as const];
  const cases = claimCases({ admin, kept } as Parameters<typeof claimCases>[0]);
  const claims = cases.filter(({ rule }) => rule.startsWith('A device')).slice(at, at + 1);
  const faultsOn = (...[http, body]: Parameters<typeof asSent>) =>
    claims.flatMap((claim) => faultsOf(claim, asSent(http, body), validate));
  const method = at === 0 ? 'start-upgrade' : 'cancel-upgrade';
  const body = status === 200 ? { ...started({ sn: 'A', result: code }), method } : { result: code, method };
  expect(faultsOn(status, body).at(-1)).toMatch(advice);
  expect(faultsOn(200, { ...started(A), method })).toEqual([]);
});

test.each<[string, RegExp, object[]]>([
  ['as the document has it', /^$/, servers],
  ['in another order', /serverList/, [...servers].reverse()],
  ['of five', /serverList/, servers.slice(1)],
  ['with one id for two servers', /one id/, entry(1, { id: 1 })],
  ['with a stream key', /additional/, entry(2, { streamKey: 'k' })],
])('A list %s: %s', (_what, fault, entries) => {
  expect(faults(check('', list('GET'), LISTED), 200, listed(entries))).toMatch(fault);
});

describe('An answer does not match the document', () => {
  const start = { method: 'POST', path: '/sc_cloud/upgrade/start' };
  const list = { method: 'GET', path: '/devices/A1/V1.0/stream/getStreamServersList?x=1' };
  const refused = (result: number, details: unknown[] = []) => ({ result, method: 'start-upgrade', details });
  const accepted = (result: number) => refused(0, [{ sn: 'A1', result }]);
  const gatewayType = { 'content-type': 'application/json' };
  const gatewayAnswer = (status: number, message: string) => ({
    ...asSent(status, { message }),
    headers: new Headers(gatewayType),
  });

  test.each<[string, Parameters<typeof validate>, RegExp]>([
    ['with a status of no meaning', [start, asSent(418, refused(4))], /418 is not documented/],
    ['with a code of another status', [start, asSent(401, refused(31))], /body\/result/],
    ['with a code that devices are never told', [start, asSent(200, accepted(7))], /details\/0\/result/],
    ['with different codes in one refusal', [start, asSent(409, refused(38, [{ sn: 'A1', result: 41 }]))], /body/],
    ['without JSON', [start, asSent(200, '<html>')], /body/],
    ["in the gateway's content type", [start, asSent(409, refused(38), gatewayType)], /Content-Type/],
    ["in the service's shape and the gateway's type", [start, { ...gatewayAnswer(500, ''), text: '{}' }], /body/],
    ["in the gateway's shape and the service's type", [start, asSent(500, { message: 'x' })], /body/],
    ['with leave to cache', [start, asSent(200, accepted(0), { 'cache-control': 'max-age=1' })], /Cache-Control/],
    ['with an empty request id', [start, asSent(200, accepted(0), { 'apigw-requestid': '' })], /apigw-requestid/],
    ['with no time to come back', [start, asSent(503, refused(4), { 'retry-after': '' })], /Retry-After/],
    ['with a time that is none', [start, asSent(503, refused(4), { 'retry-after': 'soon' })], /Retry-After/],
    ['from the gateway where it says nothing', [start, gatewayAnswer(401, 'x')], /Content-Type/],
    ['to no operation', [{ ...list, method: 'PUT' }, asSent(200, accepted(0))], /without an operation/],
    ['to no device', [{ ...list, path: list.path.replace('A1', '') }, asSent(401, {})], /without an operation/],
  ])('%s', (_what, [request, answered], fault) => {
    expect(validate(request, answered).join('\n')).toMatch(fault);
  });
});

test('More than any answer of the service has is none', async () => {
  const fetch = jest.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(new Uint8Array(2 ** 23 + 1)));
  expect(await send('http://127.0.0.1:9', list('GET'), 1)).toMatch(/^no answer: .* longer than/);
  fetch.mockRestore();
});
