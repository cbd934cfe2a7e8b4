/** The judge of answers by docs/openapi.yaml: what it lets through and what it does not. */
import { describe, expect, test } from '@jest/globals';
import { openApiContract } from '../../../../tools/contract/contract/contract.ts';

const contract = openApiContract();
const start = { method: 'POST', path: '/sc_cloud/upgrade/start' };
const list = { method: 'GET', path: '/devices/A1/V1.0/stream/getStreamServersList?x=1' };

const HEADERS = {
  'content-type': 'application/json; charset=UTF-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
};

function answer(status: number, body: unknown, headers: Record<string, string> = {}) {
  return { status, headers: new Headers({ ...HEADERS, ...headers }), text: JSON.stringify(body) };
}

const refused = (result: number, details: unknown[] = []) => ({ result, method: 'start-upgrade', details });
const accepted = (result: number) => refused(0, [{ sn: 'A1', result }]);

describe('An answer that keeps to the contract', () => {
  test.each<[string, Parameters<typeof contract>]>([
    ['is accepted', [start, answer(200, accepted(0))]],
    ['may refuse', [start, answer(409, refused(38, [{ sn: 'A1', result: 38 }]))]],
    ['may say when to come back', [start, answer(503, refused(4), { 'retry-after': '2' })]],
    [
      "may be the gateway's own, without the headers",
      [list, { ...answer(503, { message: 'x' }), headers: new Headers() }],
    ],
    [
      "may be the gateway's own for what is no route",
      [{ ...start, method: 'GET' }, answer(404, { message: 'Not Found' })],
    ],
  ])('%s', (_what, [asked, answered]) => {
    expect(contract(asked, answered)).toEqual([]);
  });
});

describe('An answer breaks the contract', () => {
  test.each<[string, Parameters<typeof contract>, RegExp]>([
    ['with a status of no meaning', [start, answer(418, refused(4))], /418 is not documented/],
    ['with a code of another status', [start, answer(401, refused(31))], /body\/result/],
    ['with a code that devices are never told', [start, answer(200, accepted(7))], /details\/0\/result/],
    ['with different codes in one refusal', [start, answer(409, refused(38, [{ sn: 'A1', result: 41 }]))], /body/],
    ['with a field more', [start, answer(200, { ...accepted(0), extra: 1 })], /additional/],
    ['without JSON', [start, { ...answer(200, {}), text: '<html>' }], /body/],
    [
      'with another content type',
      [start, answer(200, accepted(0), { 'content-type': 'application/json' })],
      /Content-Type/,
    ],
    ['with leave to cache', [start, answer(200, accepted(0), { 'cache-control': 'max-age=1' })], /Cache-Control/],
    ['without a time to come back', [start, answer(503, refused(4))], /Retry-After/],
    ['with a time that is none', [start, answer(503, refused(4), { 'retry-after': 'soon' })], /Retry-After/],
    ["with the gateway's shape where the gateway says nothing", [start, answer(401, { message: 'x' })], /body/],
    ['to what is no operation', [{ ...list, method: 'PUT' }, answer(200, accepted(0))], /no operation/],
    [
      'to a device without a name',
      [{ ...list, path: '/devices//V1.0/stream/getStreamServersList' }, answer(401, {})],
      /no operation/,
    ],
  ])('%s', (_what, [asked, answered], fault) => {
    expect(contract(asked, answered).join('\n')).toMatch(fault);
  });
});
