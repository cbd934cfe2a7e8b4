/** What is written to the log: lines with codes, errors, metrics and audit lines. */
import { describe, expect, jest, test } from '@jest/globals';
import { LOG_MESSAGES, type LogCode, logError, logInfo, logWarning } from '../../../../functions/log/log.ts';
import { identifyRequests } from '../../../../functions/http/identify-request.ts';
import type { DeviceResult } from '../../../../functions/domain/api-status.ts';
import { routeKeyOf, type UpgradeOperation } from '../../../../functions/domain/operations.ts';
import type { CurrentUpgrade } from '../../../../functions/domain/upgrade.ts';
import { measure, START_METRICS } from '../../../../functions/upgrade/measure.ts';
import { gatewayEvent } from '../../../support/events.ts';
import { device, live, NOW, NOW_SECONDS, requested, servicesOf } from '../../../support/fakes.ts';
import { ask, logged, metrics } from '../../../support/upgrade-call.ts';

test('Every code has a text of its own, which says what happened', () => {
  const codes = Object.keys(LOG_MESSAGES) as LogCode[];
  for (const code of codes) logInfo(code);
  const texts = (logged as { text: string }[]).map(({ text }) => text);
  expect(new Set(texts).size).toBe(codes.length);
  for (const text of texts) expect(text).toMatch(/^[A-Z][a-z]* .+ .+/);
});

test.each([
  ['info', logInfo],
  ['warn', logWarning],
] as const)('A line of the level %s has code, text and fields', (level, log) => {
  log('UPGRADE_STARTED', { sn: 'SN1' });
  expect(logged).toEqual([{ code: 'UPGRADE_STARTED', text: expect.any(String), sn: 'SN1' }]);
  expect(jest.spyOn(console, level)).toHaveBeenCalledTimes(1);
});

test('Invisible characters are escaped, in nested fields too, so that no line looks like another', () => {
  const requestedBy = 'nna\u202e, \u2028a\u2029\u0085b\ufeffc\u3164\u2800 d\u00a0e';
  logInfo('UPGRADE_STARTED', { requestedBy, sn: 'é名\n"\\', by: { name: 'a\u202e' }, nobody: null, devices: 3 });
  const shown = 'nna\\u{202e}, \\u{2028}a\\u{2029}\\u{85}b\\u{feff}c\\u{3164}\\u{2800} d\\u{a0}e';
  const rest = { sn: 'é名\n"\\', by: { name: 'a\\u{202e}' }, nobody: null, devices: 3 };
  expect(logged).toEqual([expect.objectContaining({ requestedBy: shown, ...rest })]);
});

describe('Each line names the request that it belongs to', () => {
  const logging = identifyRequests(async (_event: unknown, sn: string) => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    logInfo('UPGRADE_STARTED', { sn });
  });
  const event = (requestId: unknown, sourceIp: unknown) => ({ requestContext: { requestId, http: { sourceIp } } });

  test('also of several at once', async () => {
    await Promise.all([logging(event('one=', '192.0.2.1'), 'A'), logging(event('two=', '2001:db8::1'), 'B')]);
    expect(logged).toEqual([
      expect.objectContaining({ sn: 'A', gatewayRequestId: 'one=', sourceIp: '192.0.2.1' }),
      expect.objectContaining({ sn: 'B', gatewayRequestId: 'two=', sourceIp: '2001:db8::1' }),
    ]);
  });

  test.each([undefined, null, {}, { requestContext: 7 }, event('a b', 7), event('x'.repeat(65), '"')])(
    'or no request, when the event is odd: %j',
    async (odd) => {
      await logging(odd, 'A');
      expect(logged).toEqual([{ code: 'UPGRADE_STARTED', text: expect.any(String), sn: 'A' }]);
    },
  );
});

describe('A logged error', () => {
  const errorOf = (error: unknown) => {
    logError('UNFORESEEN_ERROR', error, { sn: 'SN1' });
    const [line] = logged as { error: unknown }[];
    expect(line).toMatchObject({ code: 'UNFORESEEN_ERROR', text: expect.any(String), sn: 'SN1' });
    return line?.error;
  };

  test('is of the error level, with name, message and stack, and no field that a library has added', () => {
    const error = Object.assign(new TypeError('no function'), { request: { cookie: 'sid-of-ann' } });
    const described = errorOf(error);
    expect(described).toEqual({ name: 'TypeError', message: 'no function', stack: error.stack });
    expect(Object.keys(described as object)).toEqual(['name', 'message', 'stack']);
    expect(jest.spyOn(console, 'error')).toHaveBeenCalledTimes(1);
  });

  test('has its causes, down to the third', () => {
    let chain = new Error('0');
    for (const message of ['1', '2', '3', '4']) chain = new Error(message, { cause: chain });
    const stack: unknown = expect.any(String);
    const described = (message: string, cause?: object) => ({ name: 'Error', message, stack, cause });
    expect(errorOf(chain)).toEqual(described('4', described('3', described('2', described('1')))));
  });

  test('that goes round in circles ends all the same', () => {
    const error = new Error('round');
    error.cause = error;
    expect(JSON.stringify(errorOf(error)).split('round"').length - 1).toBe(4);
  });

  test.each([
    ['a text, which may be a secret', 'sid-of-ann', 'string'],
    ['nothing', undefined, 'undefined'],
    ['an object', { cookie: 'sid-of-ann' }, 'object'],
  ])('that is %s is logged by its type alone', (_what, thrown, name) => {
    expect(errorOf(thrown)).toEqual({ name });
  });

  test('may have a cause that is no error', () => {
    expect(errorOf(new Error('x', { cause: 'sid-of-ann' }))).toMatchObject({ cause: { name: 'string' } });
  });
});

const expired: CurrentUpgrade = { ...live, firmwareId: 20, leaseEndsAt: NOW_SECONDS - 1 };

/** Services over devices A to F: A is new, B over an expired upgrade, C over a finished one, D a repeat, E busy. */
function services() {
  let seconds = 0;
  return {
    ...servicesOf({
      devices: ['A', 'B', 'C', 'D', 'E'].map((sn) => device(sn)),
      current: { B: expired, C: { ...expired, state: 'failed' }, D: live, E: { ...live, firmwareId: 20 } },
    }),
    clock: () => new Date(NOW.getTime() + 1000 * seconds++),
  };
}

const request = (headers = {}) =>
  gatewayEvent({
    headers: { 'content-type': 'application/json', ...headers },
    body: '{"sn":["A","B","C","D","E","F"],"firmware-id":21}',
  });

describe('A request is measured', () => {
  test('in one line of the embedded metric format, with its devices by result and the time that it took', async () => {
    await ask(request(), services());
    const directive = expect.objectContaining({ Namespace: 'StreamFleet/test' });
    const results = { Started: 3, Repeated: 1, DeviceBusy: 1, DeviceUnknown: 1, LeasesExpired: 1, BatchSize: 6 };
    const _aws = expect.objectContaining({ CloudWatchMetrics: [directive] });
    const values = { operation: 'start-upgrade', ...results, ReadLatency: 1000, ClaimLatency: 1000 };
    expect(metrics).toEqual([{ _aws, ...values }]);
    expect(JSON.stringify(metrics)).toMatch(
      /"LeasesExpired","Unit":"Count".*"ReadLatency","Unit":"Milliseconds".*"ClaimLatency","Unit":"Milliseconds"/,
    );
  });

  test.each<[DeviceResult, string]>([
    ['SUCCESS', 'Started'],
    ['REPEAT', 'Repeated'],
    ['TRY_AGAIN', 'TryAgain'],
    ['DEVICE_BUSY', 'DeviceBusy'],
    ['DEVICE_LOST', 'DeviceLost'],
    ['NOT_EXIST', 'DeviceUnknown'],
    ['DEVICE_TYPE_ERROR', 'DeviceTypeError'],
    ['WRONG_STATE', 'WrongState'],
    ['CONSTRAINT_VIOLATION', 'KeyReused'],
  ])('with nothing that did not happen: two devices with the result %s are two %s', (result, name) => {
    const results = new Map(['A', 'B'].map((sn) => [sn, result]));
    measure('start-upgrade', 'Started', { results }, 'StreamFleet/test');
    expect(metrics).toEqual([{ _aws: expect.anything(), operation: 'start-upgrade', [name]: 2, BatchSize: 2 }]);
    expect(JSON.stringify(metrics).match(/"Count"/g)).toHaveLength(2);
  });

  test.each<[UpgradeOperation, string]>([
    ['cancel-upgrade', 'Cancelled'],
    ['upgrade-status', 'Found'],
    ['dry-run-upgrade', 'WouldStart'],
  ])('under its operation: a device for which %s succeeds is not Started but %s', async (operation, name) => {
    const current = operation === 'dry-run-upgrade' ? {} : { SN1: requested };
    await ask(gatewayEvent({ routeKey: routeKeyOf(operation) }), servicesOf({ current }));
    expect(metrics).toEqual([{ _aws: expect.anything(), operation, [name]: 1, BatchSize: 1 }]);
  });

  test('without LeasesExpired when no lease had run out', async () => {
    await ask(gatewayEvent());
    expect(metrics).toEqual([expect.not.objectContaining({ LeasesExpired: expect.anything() })]);
  });
});

test('The dashboard shows each result that a start may have', () => {
  const ofDevices = ['DeviceBusy', 'DeviceLost', 'DeviceUnknown', 'DeviceTypeError'];
  expect(START_METRICS).toEqual(['Started', 'Repeated', 'TryAgain', ...ofDevices, 'KeyReused']);
});

test('The log has an audit line for each device that was started, and names the upgrades that nobody had ended', async () => {
  await ask(request({ 'idempotency-key': 'k-1' }), services());
  const lines = (code: string) => (logged as { code: string }[]).filter((line) => line.code === code);
  const identity = { gatewayRequestId: 'request-1', sourceIp: '192.0.2.1' };
  const upgrade = { upgradeId: expect.any(String), firmwareId: 21, requestedBy: 'ann', requestKey: 'k-1' };
  const started = { code: 'UPGRADE_STARTED', text: expect.any(String), ...identity, ...upgrade };
  expect(lines('UPGRADE_STARTED')).toEqual(['A', 'B', 'C'].map((sn) => ({ ...started, sn })));
  expect(lines('LEASE_EXPIRED')).toEqual([expect.objectContaining({ sn: 'B', upgradeId: 'earlier' })]);
});
