/** The validator of answers by docs/openapi.yaml: what it accepts and what it does not. */
import { describe, expect, test } from '@jest/globals';
import { readDocument } from '../../../../tools/contract/openapi-file.ts';
import { responseValidator } from '../../../../tools/contract/response-validator.ts';
import { asSent } from '../../../support/as-sent.ts';

const validate = responseValidator(readDocument());
const validateClosed = responseValidator(readDocument(), { closed: true });
const start = { method: 'POST', path: '/sc_cloud/upgrade/start' };
const list = { method: 'GET', path: '/devices/A1/V1.0/stream/getStreamServersList?x=1' };

type Case = Parameters<typeof validate>;

/** An answer of the gateway, which has none of the service's headers. */
function gatewayAnswer(status: number, message: string) {
  return { status, headers: new Headers({ 'content-type': 'application/json' }), text: JSON.stringify({ message }) };
}

const refused = (result: number, details: unknown[] = []) => ({ result, method: 'start-upgrade', details });
const accepted = (result: number) => refused(0, [{ sn: 'A1', result }]);

test.each<[string, Case]>([
  ['that matches the document', [start, asSent(200, accepted(0))]],
  ['with its request id', [start, asSent(200, accepted(0), { 'apigw-requestid': 'JKJaXmPLvHcESHA=' })]],
  ['that refuses', [start, asSent(409, refused(38, [{ sn: 'A1', result: 38 }]))]],
  ['with a time to come back', [start, asSent(503, refused(4), { 'retry-after': '2' })]],
  ['of the gateway, in its own type and without the headers', [list, gatewayAnswer(503, 'x')]],
  ['of the gateway for an unknown route', [{ ...start, method: 'GET' }, gatewayAnswer(404, 'Not Found')]],
])('An answer %s is accepted', (_what, [request, answered]) => {
  expect([validate(request, answered), validateClosed(request, answered)]).toEqual([[], []]);
});

test.each<[string, object]>([
  ['the answer', { ...accepted(0), extra: 1 }],
  ['a detail', refused(0, [{ sn: 'A1', result: 0, extra: 1 }])],
])('A field more in %s is a fault only where fields are closed', (_where, body) => {
  expect(validate(start, asSent(200, body))).toEqual([]);
  expect(validateClosed(start, asSent(200, body)).join()).toMatch(/additional/);
});

describe('An answer does not match the document', () => {
  const gatewayType = { 'content-type': 'application/json' };

  test.each<[string, Case, RegExp]>([
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
