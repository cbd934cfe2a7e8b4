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

const { metrics } = captureOutput();

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
});

test('A request is measured with the time that reading took', async () => {
  let seconds = 0;
  await ask(bare(), services({ clock: () => new Date(NOW.getTime() + 1000 * seconds++) }));
  const Metrics = [
    { Name: 'Listed', Unit: 'Count' },
    { Name: 'ReadLatency', Unit: 'Milliseconds' },
  ];
  const _aws = expect.objectContaining({ CloudWatchMetrics: [expect.objectContaining({ Metrics })] });
  expect(metrics).toEqual([{ _aws, operation: 'getStreamServersList', Listed: 1, ReadLatency: 1000 }]);
});

test('A request is not cut short because little time is left: the answer is on its way', async () => {
  const find = async () => {
    await new Promise((resolve) => setTimeout(resolve, 100));
    return { stored: [] };
  };
  const pipeline = getStreamServersListPipeline(() => services({ streamServers: { find } }));
  expect((await invoke(pipeline, bare(), 20)).statusCode).toBe(200);
});

test('A table that does not answer is 503 with Retry-After, an event that is not of the gateway 400', async () => {
  const find = () => Promise.reject(new StoreUnavailable('reading stream servers'));
  expect(await ask(bare(), services({ streamServers: { find } }))).toEqual({
    ...refusal(503, 4, 'TRY_AGAIN'),
    headers: { ...HEADERS, 'Retry-After': '2' },
  });
  expect(metrics).toEqual([expect.objectContaining({ operation: 'getStreamServersList', Refused: 1 })]);
  expect(await ask(bare({ version: '1.0' }))).toEqual(refusal(400, 7, 'INVALID_ARG'));
});
