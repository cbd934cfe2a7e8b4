import { describe, expect, test } from '@jest/globals';
import { gzipSync } from 'node:zlib';
import { captureOutput } from '../../../support/console.ts';
import { gatewayEvent } from '../../../support/events.ts';
import { codes } from '../../../support/upgrade-call.ts';

const { logged } = captureOutput();
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
