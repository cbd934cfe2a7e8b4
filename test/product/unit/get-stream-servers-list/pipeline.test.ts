import { describe, expect, jest, test } from '@jest/globals';
import { StoreUnavailable } from '../../../../functions/domain/ports.ts';
import { getStreamServersListPipeline } from '../../../../functions/get-stream-servers-list/pipeline.ts';
import type { ListServices } from '../../../../functions/get-stream-servers-list/services.ts';
import { captureOutput } from '../../../support/console.ts';
import { gatewayEvent, HEADERS, invoke } from '../../../support/events.ts';
import { annAdmin, NOW } from '../../../support/fakes.ts';

function services(overrides: Partial<ListServices> = {}): ListServices {
  return {
    sessions: { find: (sid) => Promise.resolve(sid === 'sid-of-ann' ? annAdmin : undefined) },
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
  const pipeline = getStreamServersListPipeline(() => world);
  const { statusCode, headers, body } = await invoke(pipeline, event);
  return { statusCode, headers, body: JSON.parse(body) as Record<string, unknown> };
}

const refusal = (statusCode: number, status: number, message: string) => ({
  statusCode,
  headers: HEADERS,
  body: { status, message, totalCount: 0, serverList: [] },
});

const { logged, metrics } = captureOutput();

/** What the embedded metric format says of the metrics in a line. */
const formatOf = (Dimensions: string[][], units: Record<string, string>) => {
  const Metrics = Object.entries(units).map(([Name, Unit]) => ({ Name, Unit }));
  return { Timestamp: 7, CloudWatchMetrics: [{ Namespace: 'StreamFleet/test', Dimensions, Metrics }] };
};

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

test('A request is measured with the time that reading took, past the console', async () => {
  jest.spyOn(Date, 'now').mockReturnValue(7);
  let seconds = 0;
  await ask(bare(), services({ clock: () => new Date(NOW.getTime() + 1000 * seconds++) }));
  const _aws = formatOf([['operation']], { Listed: 'Count', ReadLatency: 'Milliseconds' });
  expect(metrics).toEqual([{ _aws, operation: 'getStreamServersList', Listed: 1, ReadLatency: 1000 }]);
  expect(logged).toEqual([]);
});

test('A table that does not answer is 503 with Retry-After, an event that is not of the gateway 400', async () => {
  jest.spyOn(Date, 'now').mockReturnValue(7);
  const find = () => Promise.reject(new StoreUnavailable('reading stream servers'));
  expect(await ask(bare(), services({ streamServers: { find } }))).toEqual({
    ...refusal(503, 4, 'TRY_AGAIN'),
    headers: { ...HEADERS, 'Retry-After': '2' },
  });
  const _aws = formatOf([['operation', 'reason'], ['reason'], ['function', 'reason']], { Refused: 'Count' });
  const of = { operation: 'getStreamServersList', function: 'get-stream-servers-list', reason: 'TRY_AGAIN' };
  expect(metrics).toEqual([{ _aws, ...of, Refused: 1 }]);
  expect(await ask(bare({ version: '1.0' }))).toEqual(refusal(400, 7, 'INVALID_ARG'));
  const ofCallers = formatOf([['operation', 'reason'], ['reason']], { Refused: 'Count' });
  expect(metrics[1]).toMatchObject({ _aws: ofCallers, reason: 'INVALID_ARG' });
});
