import { describe, expect, test } from '@jest/globals';
import { StoreUnavailable } from '../../../../functions/domain/ports.ts';
import { getStreamServersListPipeline } from '../../../../functions/get-stream-servers-list/pipeline.ts';
import type { ListServices } from '../../../../functions/get-stream-servers-list/services.ts';
import { captureOutput } from '../../../support/console.ts';
import { gatewayEvent, invoke } from '../../../support/events.ts';
import { annAdmin, NOW } from '../../../support/fakes.ts';
import { HEADERS } from '../../../support/upgrade-call.ts';

const session = { ...annAdmin, role: 'user' as const };

function services(overrides: Partial<ListServices> = {}): ListServices {
  return {
    sessions: { find: (sid) => Promise.resolve(sid === 'sid-of-ann' ? session : undefined) },
    streamServers: { find: (sn) => Promise.resolve(sn.startsWith('SN') ? { stored: [] } : undefined) },
    clock: () => NOW,
    longestSessionSeconds: Infinity,
    originSecretHashes: [],
    deviceSn: 'SN1',
    metricsNamespace: 'StreamFleet/test',
    ...overrides,
  };
}

const bare = (overrides = {}) => gatewayEvent({ cookies: undefined, pathParameters: undefined, ...overrides });
const named = (sn: unknown, overrides = {}) => gatewayEvent({ pathParameters: { sn }, ...overrides });

async function ask(event: unknown, world = services()) {
  const { statusCode, headers, body } = await invoke(
    getStreamServersListPipeline(() => world),
    event,
  );
  return { statusCode, headers, body: JSON.parse(body) as Record<string, unknown> };
}

const refusal = (statusCode: number, status: number, message: string) => ({
  statusCode,
  headers: HEADERS,
  body: { status, message, totalCount: 0, serverList: [] },
});

const { logged, metrics } = captureOutput();

describe('The bare base URL speaks for the device of the stage', () => {
  test('without a session', async () => {
    const body = expect.objectContaining({ status: 0, message: 'SUCCESS', totalCount: 6 });
    expect(await ask(bare())).toEqual({ statusCode: 200, headers: HEADERS, body });
  });

  test.each([null, {}, { sn: null }])('also when the path parameters are %j', async (pathParameters) => {
    expect((await ask(bare({ pathParameters }))).statusCode).toBe(200);
  });

  test.each([[], false, {}])('but never for the path of a device, whose parameters are %j', async (pathParameters) => {
    const event = bare({ pathParameters, rawPath: '/devices/SN2/V1.0/stream/getStreamServersList' });
    expect(await ask(event)).toEqual(refusal(401, 37, 'NOT_LOGGED_IN'));
  });

  test.each([undefined, 'X1'])('and for none when the stage names none that is registered: %p', async (deviceSn) => {
    expect(await ask(bare(), services({ deviceSn }))).toEqual(refusal(404, 16, 'NOT_EXIST'));
  });

  test.each([undefined, '{"sn":'])('whatever is posted: %p', async (body) => {
    expect((await ask(bare({ body }))).statusCode).toBe(200);
  });
});

describe('A path that names a device', () => {
  test('is open to any session, administrator or not', async () => {
    expect((await ask(named('SN2'))).body).toMatchObject({ status: 0, totalCount: 6 });
  });

  test('is answered 404 when the device is unknown', async () => {
    expect(await ask(named('X1'))).toEqual(refusal(404, 16, 'NOT_EXIST'));
  });

  test.each(['', 'SN 1', 5, ['SN1']])(
    'that no device can have is answered 404 without asking the table: %p',
    async (sn) => {
      const streamServers = { find: () => Promise.reject(new Error('asked')) };
      expect(await ask(named(sn), services({ streamServers }))).toEqual(refusal(404, 16, 'NOT_EXIST'));
    },
  );

  test('does not tell who is not logged in whether the device exists', async () => {
    expect(await ask(named('SN2', { cookies: [] }))).toEqual(await ask(named('X1', { cookies: [] })));
  });
});

describe('A request is measured', () => {
  const directive = (...Metrics: object[]) => ({ CloudWatchMetrics: [expect.objectContaining({ Metrics })] });

  test('with the time that reading took, when it is answered', async () => {
    let seconds = 0;
    await ask(bare(), services({ clock: () => new Date(NOW.getTime() + 1000 * seconds++) }));
    const _aws = directive({ Name: 'Listed', Unit: 'Count' }, { Name: 'ReadLatency', Unit: 'Milliseconds' });
    const values = { operation: 'getStreamServersList', Listed: 1, ReadLatency: 1000 };
    expect(metrics).toEqual([{ _aws: expect.objectContaining(_aws), ...values }]);
  });

  test('by its reason, when it is refused', async () => {
    await ask(named('X1'));
    const _aws = directive({ Name: 'Refused', Unit: 'Count' });
    const values = { operation: 'getStreamServersList', reason: 'NOT_EXIST', Refused: 1 };
    expect(metrics).toEqual([{ _aws: expect.objectContaining(_aws), ...values }]);
  });
});

test('A request is not cut short because little time is left: the answer is on its way', async () => {
  const find = async () => {
    await new Promise((resolve) => setTimeout(resolve, 100));
    return { stored: [] };
  };
  const pipeline = getStreamServersListPipeline(() => services({ streamServers: { find } }));
  expect((await invoke(pipeline, bare(), 20)).statusCode).toBe(200);
});

describe('Failures are answered in shape', () => {
  test('503 with Retry-After when a table does not answer', async () => {
    const find = () => Promise.reject(new StoreUnavailable('reading stream servers'));
    const answer = await ask(bare(), services({ streamServers: { find } }));
    expect(answer).toEqual({
      ...refusal(503, 4, 'TRY_AGAIN'),
      headers: { ...HEADERS, 'Retry-After': expect.stringMatching(/^\d+$/) },
    });
    expect(logged).toEqual([expect.objectContaining({ code: 'STORE_UNAVAILABLE' })]);
  });

  test('500 for anything unforeseen', async () => {
    const find = () => Promise.reject(new TypeError('secret'));
    expect(await ask(bare(), services({ streamServers: { find } }))).toEqual(refusal(500, 6, 'UNKNOWN_ERROR'));
  });

  test.each([
    { version: '1.0' },
    { rawPath: undefined, path: '/devices/SN2/V1.0/stream/getStreamServersList' },
    { routeKey: undefined },
  ])('400 for an event that is not of the gateway, in payload 2.0: %j', async (difference) => {
    expect(await ask(bare(difference))).toEqual(refusal(400, 7, 'INVALID_ARG'));
  });
});
