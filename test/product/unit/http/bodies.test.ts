import { describe, expect, test } from '@jest/globals';
import { gzipSync } from 'node:zlib';
import { captureOutput } from '../../../support/console.ts';
import { gatewayEvent } from '../../../support/events.ts';
import { ask, codes } from '../../../support/upgrade-call.ts';

const { logged } = captureOutput();
const withBody = (body: unknown) => gatewayEvent({ body });
const withHeaders = (headers: Record<string, unknown>, overrides = {}) => gatewayEvent({ headers, ...overrides });
const withCoding = (coding: string, overrides = {}) =>
  withHeaders({ 'content-type': 'application/json', 'content-encoding': coding }, overrides);
const inBase64 = (body: string | Buffer) => ({ body: Buffer.from(body).toString('base64'), isBase64Encoded: true });
const valid = '{"sn":["SN1"],"firmware-id":21}';

describe('Bodies that are JSON are accepted', () => {
  test.each(['application/json', 'APPLICATION/JSON ; charset=utf-8', 'application/vnd.api+json'])(
    'of type %s, as text and in base64',
    async (type) => {
      expect(await codes(withHeaders({ 'content-type': type }))).toEqual([200, 0]);
      expect(await codes(withHeaders({ 'content-type': type }, inBase64(valid)))).toEqual([200, 0]);
    },
  );

  test.each(['Content-Type', 'CONTENT-TYPE'])('with the header %s', async (name) => {
    expect(await codes(withHeaders({ [name]: 'application/json' }))).toEqual([200, 0]);
  });

  test.each(['21.0', '2.1e1'])('with 21 written as %s', async (number) => {
    expect(await codes(withBody(`{"sn":["SN1"],"firmware-id":${number}}`))).toEqual([200, 0]);
  });

  test('by the last of each key that stands twice', async () => {
    const answer = await ask(withBody('{"sn":["SN9"],"sn":["SN1"],"firmware-id":22,"firmware-id":21}'));
    expect(answer.body.details).toEqual([{ sn: 'SN1', result: 0 }]);
  });

  test('of exactly the largest size', async () => {
    expect(await codes(withBody(valid.padEnd(262_144)))).toEqual([200, 0]);
  });

  test.each(['', ' Identity ', 'identity, identity', 'identity,'])('with no content coding but %j', async (coding) => {
    expect(await codes(withCoding(coding))).toEqual([200, 0]);
  });
});

describe('Bodies that do not claim to be plain JSON are refused with 415', () => {
  test.each([
    ...[undefined, '', 'not a type', 'json', 'text/json', 'application/jsonp', 'application/x-www-form-urlencoded'],
    ...['application/xml, application/json', ['application/json']],
  ])('type %j', async (type) => {
    expect(await codes(withHeaders({ 'content-type': type }))).toEqual([415, 9]);
  });

  test.each(['gzip', 'identity, gzip', 'utf-8'])('content coding %s', async (coding) => {
    expect(await codes(withCoding(coding, inBase64(gzipSync(valid))))).toEqual([415, 9]);
  });
});

describe('Bodies that are not JSON are refused with 400', () => {
  test.each<[string, Record<string, unknown>]>([
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
  expect(await codes(withBody(valid.padEnd(262_145)))).toEqual([413, 18]);
  expect(await codes(withBody(`{"x":"${'é'.repeat(131_100)}",${valid.slice(1)}`))).toEqual([413, 18]);
});
