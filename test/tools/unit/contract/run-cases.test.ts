/** What is wrong with an answer to a case: one row for each thing that can be. */
import { describe, expect, test } from '@jest/globals';
import { check, LISTED, refused, told } from '../../../../tools/contract/cases/case.ts';
import { list, upgrade } from '../../../../tools/contract/requests.ts';
import { responseValidator } from '../../../../tools/contract/response-validator.ts';
import { faultsOf } from '../../../../tools/contract/run-cases.ts';

const HEADERS = {
  'content-type': 'application/json; charset=UTF-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'strict-transport-security': 'max-age=31536000',
};
const validate = responseValidator({ closed: true });
const start = (passes: Parameters<typeof check>[2]) => check('', upgrade('start-upgrade', '{}'), passes);
const A = { sn: 'A', result: 0 };
const B = { sn: 'B', result: 1 };
const started = (...details: object[]) => ({ result: 0, method: 'start-upgrade', details });
const servers = [1, 2, 3, 6, 4, 5].map((type) => ({ id: type, name: 'x', type, isConfigured: true }));
const listed = (serverList: object[]) => ({ status: 0, message: 'SUCCESS', totalCount: 6, serverList });
const entry = (index: number, change: object) =>
  servers.map((each, at) => (at === index ? { ...each, ...change } : each));

function faults(of: ReturnType<typeof check>, status: number, body: unknown, headers: object = {}): string {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const answer = { status, headers: new Headers({ ...HEADERS, ...headers }), text };
  return faultsOf({ rule: '', needs: [], ...of }, answer, validate).join('; ');
}

describe('An answer to start-upgrade', () => {
  const both = start(told(['A', 0], ['B', 0, 1]));

  test.each<[string, RegExp, number, unknown, object?]>([
    ['has another status', /HTTP 302 is not an answer/, 302, ''],
    ['has another code than its status', /code is 31, not 0/, 200, { ...started(A, B), result: 31 }],
    ['names another operation', /method is not start-upgrade/, 200, { ...started(A, B), method: 'upgrade-status' }],
    ['tells a device another code', /details/, 200, started({ ...A, result: 1 }, B)],
    ['tells a device twice', /details/, 200, started(A, A, B)],
    ['leaves a device out', /details/, 200, started(A)],
    ['names a device more', /details/, 200, started(A, B, { sn: 'C', result: 0 })],
    ['has another order', /details/, 200, started(B, A)],
    ['is not JSON', /code is undefined/, 200, '<html>'],
    ['has a field that is not documented', /additional/, 200, { ...started(A, B), extra: 1 }],
    ['may be cached', /Cache-Control/, 200, started(A, B), { 'cache-control': 'public' }],
    ['calls its JSON something else', /Content-Type/, 200, started(A, B), { 'content-type': 'application/json' }],
  ])('that %s is a fault', (_what, fault, status, body, headers = {}) => {
    expect(faults(both, status, body, headers)).toMatch(fault);
  });

  test('passes with any of the codes that a device may be told, and lacks a field that was asked for', () => {
    expect(faults(both, 200, started(A, B))).toBe('');
    expect(faults(start({ ...told(['A', 0]), fields: ['upgrade-id'] }), 200, started(A))).toMatch(/details/);
    expect(faults(start([refused(409, 41), told(['A', 0])]), 200, started(A))).toBe('');
  });
});

describe('A list', () => {
  test.each<[string, RegExp, object[]]>([
    ['in another order', /serverList/, [...servers].reverse()],
    ['of five', /serverList/, servers.slice(1)],
    ['with one id for two servers', /one id/, entry(1, { id: 1 })],
    ['with a stream key', /additional/, entry(2, { streamKey: 'k' })],
  ])('%s is a fault', (_what, fault, entries) => {
    expect(faults(check('', list('GET'), LISTED), 200, listed(entries))).toMatch(fault);
  });

  test('passes as the document has it', () => {
    expect(faults(check('', list('GET'), LISTED), 200, listed(servers))).toBe('');
  });
});
