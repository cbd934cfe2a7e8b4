/**
 * What a caller is told while the database is away from the start, in every way in which it can be. Each case has a database of its own,
 * so that all can wait side by side.
 */
import { expect, test } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { FUNCTION_TIMEOUT_MS } from '../../../functions/config/deadline.ts';
import { freePort } from '../../../tools/stage/listen.ts';
import type { Intervention } from '../../../tools/stage/database-proxy/fault-proxy.ts';
import { databaseError } from '../../../tools/stage/database-proxy/outcome.ts';
import { startDatabaseProxy } from '../../support/database-proxy.ts';
import { gatewayEvent } from '../../support/events.ts';
import { startUpgradeOn } from '../../support/functions-on.ts';
import { newDevices, newSns, request, stage, upgrade } from '../../support/stage.ts';
import { stageBehindProxy } from '../../support/stage-behind-proxy.ts';
import { HEADERS } from '../../support/upgrade-call.ts';

/**
 * When Lambda would stop the function. A call that fails three times is told within 10 s on an idle machine, by the
 * arithmetic of its attempts (deadline.test.ts, client.test.ts); a busy one takes longer for it.
 */
const LIMIT_MS = FUNCTION_TIMEOUT_MS;
const SIZES = [1, 100, 1000];

type Outcome = Awaited<ReturnType<Intervention>>;

const orderOf = (sns: readonly string[]) => gatewayEvent({ body: JSON.stringify({ sn: sns, 'firmware-id': 21 }) });

/** Asks a function whose database is away from the start, in batches of every size at the same time. */
async function expectUnavailable(endpoint: string, env?: Record<string, string>): Promise<void> {
  const start = await startUpgradeOn(endpoint, env);
  const begun = Date.now();
  const answers = await Promise.all(SIZES.map((size) => start.invoke(orderOf(newSns(size)))));
  await start.close();
  expect(Date.now() - begun).toBeLessThan(LIMIT_MS);
  for (const answer of answers) {
    expect(answer).toEqual({
      statusCode: 503,
      headers: { ...HEADERS, 'Retry-After': '2' },
      // Nothing else: neither what broke, nor where, nor the devices, as the caller's rights are not known.
      body: '{"result":4,"method":"start-upgrade","details":[]}',
    });
  }
}

/** A server that accepts connections, and never says a word. */
async function silentServer(): Promise<{ url: string; close: () => void }> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => sockets.push(socket.on('error', () => undefined)));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const close = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return { url: `http://127.0.0.1:${String(port)}`, close };
}

test.concurrent(
  'A database that hangs after the session was read, and before the devices are, is 503 before the function is stopped',
  async () => {
    const [behind, sns] = await Promise.all([stageBehindProxy(), newDevices(2)]);
    behind.proxy.intervene = ({ operation }, forward) =>
      operation === 'BatchGetItem' ? Promise.resolve('hang') : forward();
    const begun = Date.now();
    const reply = await upgrade(sns, 21, behind.url);
    expect(Date.now() - begun).toBeLessThan(LIMIT_MS);
    const details = sns.map((sn) => ({ sn, result: 4 }));
    expect([reply.status, reply.body]).toEqual([503, { result: 4, method: 'start-upgrade', details }]);
    await behind.close();
  },
);

test.concurrent(
  '503 before it is stopped, in shape, never 401, with batches of 1, 100 and 1,000, while the database has its port closed',
  async () => {
    await expectUnavailable(`http://127.0.0.1:${String(await freePort())}`);
  },
);

test.concurrent(
  '503 before it is stopped, in shape, never 401, with batches of 1, 100 and 1,000, while the database accepts connections and says nothing',
  async () => {
    const server = await silentServer();
    await expectUnavailable(server.url);
    server.close();
  },
);

test.concurrent(
  '503 before it is stopped, in shape, never 401, with batches of 1, 100 and 1,000, while the database has a name that nobody knows',
  async () => {
    await expectUnavailable('http://dynamodb.invalid:8000');
  },
);

test.concurrent(
  '503 before it is stopped, in shape, never 401, with batches of 1, 100 and 1,000, while the database cannot be asked, as the function has no credentials',
  async () => {
    await expectUnavailable(stage.dynamodbEndpoint, { AWS_ACCESS_KEY_ID: '', AWS_SECRET_ACCESS_KEY: '' });
  },
);

test.concurrent.each<[string, Outcome]>([
  ['ExpiredTokenException', databaseError('ExpiredTokenException')],
  ['UnrecognizedClientException', databaseError('UnrecognizedClientException')],
  ['InvalidSignatureException', databaseError('InvalidSignatureException')],
  ['AccessDeniedException', databaseError('AccessDeniedException')],
  ['ResourceNotFoundException', databaseError('ResourceNotFoundException')],
  ['ThrottlingException', databaseError('ThrottlingException')],
  ['InternalServerError', databaseError('InternalServerError', 500)],
  ['a broken connection', 'drop'],
])(
  '503 before it is stopped, in shape, never 401, with batches of 1, 100 and 1,000, while the database replies with %s',
  async (_what, outcome) => {
    const proxy = await startDatabaseProxy(stage.dynamodbEndpoint);
    proxy.intervene = () => Promise.resolve(outcome);
    await expectUnavailable(proxy.url);
    await proxy.close();
  },
);

test.concurrent.each<[string, Outcome]>([
  ['with its credentials expired', databaseError('ExpiredTokenException')],
  ['in silence', 'hang'],
])('The list of stream servers, while the database is away %s, is 503 in shape', async (_what, outcome) => {
  const behind = await stageBehindProxy();
  behind.proxy.intervene = () => Promise.resolve(outcome);
  const begun = Date.now();
  const { status, headers, body } = await request('/V1.0/stream/getStreamServersList', {}, behind.url);
  expect(Date.now() - begun).toBeLessThan(LIMIT_MS);
  expect([status, headers.get('retry-after')]).toEqual([503, '2']);
  expect(body).toEqual({ status: 4, message: 'TRY_AGAIN', totalCount: 0, serverList: [] });
  await behind.close();
});
