/** The validator of answers by docs/openapi.yaml: what it accepts and what it does not. */
import { describe, expect, test } from '@jest/globals';
import { responseValidator } from '../../../../tools/contract/response-validator.ts';

const validate = responseValidator();
const validateClosed = responseValidator({ closed: true });
const start = { method: 'POST', path: '/sc_cloud/upgrade/start' };
const list = { method: 'GET', path: '/devices/A1/V1.0/stream/getStreamServersList?x=1' };

type Case = Parameters<typeof validate>;

const HEADERS = {
  'content-type': 'application/json; charset=UTF-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'strict-transport-security': 'max-age=31536000',
};

function answer(status: number, body: unknown, headers: Record<string, string> = {}) {
  return { status, headers: new Headers({ ...HEADERS, ...headers }), text: JSON.stringify(body) };
}

/** An answer of the gateway, which has none of the service's headers. */
function gatewayAnswer(status: number, message: string) {
  return {
    status,
    headers: new Headers({ 'content-type': 'application/json' }),
    text: JSON.stringify({ message }),
  };
}

const refused = (result: number, details: unknown[] = []) => ({ result, method: 'start-upgrade', details });
const accepted = (result: number) => refused(0, [{ sn: 'A1', result }]);

describe('An answer that matches the document', () => {
  test.each<[string, Case]>([
    ['is accepted', [start, answer(200, accepted(0))]],
    ['may have its request id', [start, answer(200, accepted(0), { 'apigw-requestid': 'JKJaXmPLvHcESHA=' })]],
    ['may refuse', [start, answer(409, refused(38, [{ sn: 'A1', result: 38 }]))]],
    ['may say when to come back', [start, answer(503, refused(4), { 'retry-after': '2' })]],
    ["may be the gateway's own, in its own type and without the headers", [list, gatewayAnswer(503, 'x')]],
    ["may be the gateway's own for an unknown route", [{ ...start, method: 'GET' }, gatewayAnswer(404, 'Not Found')]],
  ])('%s', (_what, [request, answered]) => {
    expect(validate(request, answered)).toEqual([]);
    expect(validateClosed(request, answered)).toEqual([]);
  });

  test.each<[string, object]>([
    ['the answer', { ...accepted(0), extra: 1 }],
    ['a detail', refused(0, [{ sn: 'A1', result: 0, extra: 1 }])],
  ])('may have a field more in %s, which is a fault only where fields are closed', (_where, body) => {
    expect(validate(start, answer(200, body))).toEqual([]);
    expect(validateClosed(start, answer(200, body)).join()).toMatch(/additional/);
  });
});

describe('An answer does not match the document', () => {
  test.each<[string, Case, RegExp]>([
    ['with a status of no meaning', [start, answer(418, refused(4))], /418 is not documented/],
    ['with a code of another status', [start, answer(401, refused(31))], /body\/result/],
    ['with a code that devices are never told', [start, answer(200, accepted(7))], /details\/0\/result/],
    ['with different codes in one refusal', [start, answer(409, refused(38, [{ sn: 'A1', result: 41 }]))], /body/],
    ['without JSON', [start, { ...answer(200, {}), text: '<html>' }], /body/],
    [
      "in the gateway's content type",
      [start, answer(409, refused(38), { 'content-type': 'application/json' })],
      /Content-Type/,
    ],
    ["in the service's shape and the gateway's type", [start, { ...gatewayAnswer(500, ''), text: '{}' }], /body/],
    ["in the gateway's shape and the service's type", [start, answer(500, { message: 'x' })], /body/],
    ['with leave to cache', [start, answer(200, accepted(0), { 'cache-control': 'max-age=1' })], /Cache-Control/],
    ['with an empty request id', [start, answer(200, accepted(0), { 'apigw-requestid': '' })], /apigw-requestid/],
    ['without a time to come back', [start, answer(503, refused(4))], /Retry-After/],
    ['with a time that is none', [start, answer(503, refused(4), { 'retry-after': 'soon' })], /Retry-After/],
    ['from the gateway where it says nothing', [start, gatewayAnswer(401, 'x')], /Content-Type/],
    [
      'to a request without an operation',
      [{ ...list, method: 'PUT' }, answer(200, accepted(0))],
      /without an operation/,
    ],
    [
      'to a device without a name',
      [{ ...list, path: '/devices//V1.0/stream/getStreamServersList' }, answer(401, {})],
      /without an operation/,
    ],
  ])('%s', (_what, [request, answered], fault) => {
    expect(validate(request, answered).join('\n')).toMatch(fault);
  });
});
