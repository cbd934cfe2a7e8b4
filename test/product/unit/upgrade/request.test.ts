/** All operations of the function have one pipeline, with session, rights, body, limits and refusals. */
import { describe, expect, test } from '@jest/globals';
import { cancelRequest, upgradeRequest } from '../../../../functions/upgrade/request.ts';
import { StoreUnavailable } from '../../../../functions/domain/ports.ts';
import { gatewayEvent, HEADERS } from '../../../support/events.ts';
import { servicesOf } from '../../../support/fakes.ts';
import { ask, metrics } from '../../../support/upgrade-call.ts';

const parse = (body: unknown, headers = {}) =>
  upgradeRequest(body, { maxBatchSize: 3 }, { headers, rawQueryString: '' });

describe('A valid body', () => {
  test('gives the devices and the firmware', () => {
    expect(parse({ sn: ['A', 'B'], 'firmware-id': 21 })).toEqual({ sns: ['A', 'B'], firmwareId: 21 });
  });

  test('may name a device twice: it counts once, where it stood first', () => {
    expect(parse({ sn: ['B', 'A', 'B'], 'firmware-id': 21 }).sns).toEqual(['B', 'A']);
  });

  test('may have unknown fields', () => {
    expect(parse({ sn: ['A'], 'firmware-id': 21, force: true, nested: { deep: [1] } }).sns).toEqual(['A']);
  });

  test('keeps texts as they are, also those that no device can be named by', () => {
    expect(parse({ sn: ['a', 'A', ' A\n'], 'firmware-id': 1 }).sns).toEqual(['a', 'A', ' A\n']);
    expect(parse({ sn: [''], 'firmware-id': 1 }).sns).toEqual(['']);
  });

  test('may name the largest safe integer as firmware', () => {
    expect(parse({ sn: ['A'], 'firmware-id': 9_007_199_254_740_991 }).firmwareId).toBe(9_007_199_254_740_991);
  });
});

const valid = { sn: ['A'], 'firmware-id': 21 };
const noLists = ['A', [], [null], [{}], [123], [['A']], ['A', null, 'B'], ['A', 'B', 'C', 7]];
const noIds = ['21', true, null, [21], 0, -0, -21, 21.5, Infinity, 9_007_199_254_740_992];
// Nothing that is meant as a trial may start, whatever the value.
const trials = ['dry-run', 'dryRun', 'dry_run', 'dryrun', 'DRY-RUN', 'Dry_Run'];

test.each<unknown>([
  ...[null, [], 'sn', 1, { 'firmware-id': 21 }, { sn: ['A'] }, { sn: ['A'], firmware_id: 21 }],
  ...noLists.map((sn) => ({ ...valid, sn })),
  ...noIds.map((id) => ({ ...valid, 'firmware-id': id })),
  ...trials.flatMap((name) => [true, false, null].map((value) => ({ ...valid, [name]: value }))),
])('A body that breaks the schema, or asks for a dry run, is refused: %p', (body) => {
  expect(() => parse(body)).toThrow('INVALID_ARG');
});

test.each(['dry', 'run', 'dry--run', 'dry run', 'a-dry-run', 'dry-runs'])('%j asks for no dry run', (name) => {
  expect(parse({ ...valid, [name]: true }).sns).toEqual(['A']);
});

test('The number of entries may be the limit, and is refused with TOO_MANY above it, repeated ones included', () => {
  expect(parse({ sn: ['A', 'B', 'C'], 'firmware-id': 21 }).sns).toHaveLength(3);
  expect(() => parse({ sn: ['A', 'B', 'C', 'D'], 'firmware-id': 21 })).toThrow(
    expect.objectContaining({ name: 'Refusal', message: 'TOO_MANY', reason: 'TOO_MANY' }),
  );
  expect(() => parse({ sn: ['A', 'A', 'A', 'A'], 'firmware-id': 21 })).toThrow('TOO_MANY');
});

describe('The key of a request', () => {
  const keyIn = (header: string) => parse({ sn: ['A'], 'firmware-id': 21 }, { 'idempotency-key': header }).requestKey;

  test.each([
    ['a', 'a'],
    ['8e03978e-40d5-43e8-bc93-6894a57f9324', '8e03978e-40d5-43e8-bc93-6894a57f9324'],
    ['Spring.21_a:b+c/d=~-', 'Spring.21_a:b+c/d=~-'],
    ['x'.repeat(64), 'x'.repeat(64)],
    ['"quoted"', 'quoted'],
    ['rollout', 'rollout'],
  ])('may be %s, and is %s', (header, key) => {
    expect(keyIn(header)).toBe(key);
  });

  test.each([
    ...['', '""', 'x'.repeat(65), '-', '-a', '.a', 'a b', ' a', 'a\n', 'a,a', 'a, a'],
    ...['"a","a"', '"a", "a"', '"a', 'a"'],
    ...['""a""', 'a"b"', "'a'", 'a;b', 'é', '"a" ', 'rollout:', 'rollout:x', '"rollout:x"'],
  ])('is refused with INVALID_ARG when the header is %j', (header) => {
    expect(() => keyIn(header)).toThrow('INVALID_ARG');
  });
});

describe('A cancellation may name upgrades', () => {
  const idsOf = (sn: unknown, upgradeId?: unknown) => {
    const body = { sn, 'firmware-id': 21, 'upgrade-id': upgradeId };
    return cancelRequest(body, { maxBatchSize: 3 }, { rawQueryString: '' }).upgradeIds;
  };

  test('one for each serial number, null where it is not known; of one that stands twice the first counts', () => {
    expect(idsOf(['A', 'B', 'A'], [null, 'b', 'a'])).toEqual(new Map(Object.entries({ A: null, B: 'b' })));
    expect(idsOf(['A'])).toBeUndefined();
  });

  test.each<unknown>([null, 'a', [], ['a'], ['a', 'b', 'c'], ['a', 7], ['a', undefined]])('but not so: %j', (ids) => {
    expect(() => idsOf(['A', 'B'], ids)).toThrow('INVALID_ARG');
  });
});

const broken = () => Promise.reject(new StoreUnavailable('reading a batch'));

test.each([
  ['start-upgrade', 'start'],
  ['upgrade-status', 'status'],
  ['cancel-upgrade', 'cancel'],
  ['dry-run-upgrade', 'dry-run'],
])('%s refuses in its own name, as a whole or, while the table does not answer, for each device', async (...names) => {
  const [method, path] = names;
  const event = (overrides = {}) => gatewayEvent({ routeKey: `POST /sc_cloud/upgrade/${path}`, ...overrides });
  const body = JSON.stringify({ sn: Array(1001).fill('A'), 'firmware-id': 21 });
  const tooMany = { status: 400, headers: HEADERS, body: { result: 17, method, details: [] } };
  expect(await ask(event({ body }))).toEqual(tooMany);
  expect(metrics).toEqual([expect.objectContaining({ operation: method, Refused: 1 })]);
  const upgrades = { ...servicesOf().upgrades, findMany: broken, describeMany: broken };
  expect(await ask(event(), { ...servicesOf(), upgrades })).toEqual({
    status: 503,
    headers: { ...HEADERS, 'Retry-After': '2' },
    body: { result: 4, method, details: [{ sn: 'SN1', result: 4 }] },
  });
});

test.each([
  ['cancel', '{"sn":["A"]}', ''],
  ['cancel', '{"sn":["A"],"firmware-id":21,"dryRun":false}', ''],
  ['cancel', '{"sn":["A"],"firmware-id":21}', 'dry_run'],
  ['start', '{"sn":["A"],"firmware-id":21}', 'a=b&%64ry-run=false'],
  ['dry-run', '{"sn":["A"],"firmware-id":"21"}', ''],
])('%s takes the body of start-upgrade, and no wish for a dry run: %s?%s is refused with 7', async (...sent) => {
  const [path, body, rawQueryString] = sent;
  const answer = await ask(gatewayEvent({ routeKey: `POST /sc_cloud/upgrade/${path}`, body, rawQueryString }));
  expect([answer.status, answer.body.result]).toEqual([400, 7]);
});

test.each([
  ['start', [400, 7]],
  ['dry-run', [400, 7]],
  ['status', [503, 4]],
  ['cancel', [503, 4]],
])('A header that is no key is refused before upgrades are read, or not looked at: by %s %j', async (path, told) => {
  const upgrades = { ...servicesOf().upgrades, findMany: broken, describeMany: broken };
  const headers = { 'content-type': 'application/json', 'Idempotency-Key': 'k-1,k-1' };
  const event = gatewayEvent({ routeKey: `POST /sc_cloud/upgrade/${path}`, headers });
  const { status, body } = await ask(event, { ...servicesOf(), upgrades });
  expect([status, body.result]).toEqual(told);
});
