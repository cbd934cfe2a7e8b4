/**
 * What a caller is told while the database is away from the start, in every way in which it can be, or goes down after the
 * devices were judged. Each case has a database of its own, so that all can wait side by side. A function that is stopped
 * gives no answer of its own: each answer was in time. That one comes within 10 s on an idle machine, if nothing was claimed,
 * is the arithmetic of config.test.ts and client.test.ts.
 */
import { expect, test } from '@jest/globals';
import { createServer, type Socket } from 'node:net';
import type { Answer } from '../../../functions/http/answer.ts';
import { functionDefinitions } from '../../../tools/stage/functions/function-definition.ts';
import { startFunctions } from '../../../tools/stage/functions/functions.ts';
import { freePort, listen } from '../../../tools/stage/listen.ts';
import { functionBehind } from '../../../tools/stage/routes.ts';
import { databaseError } from '../../../tools/stage/database-proxy/outcome.ts';
import { devAssembly } from '../../support/assemblies.ts';
import { holdAnswerToContract } from '../../support/contract.ts';
import { instead, type Outcome, startDatabaseProxy } from '../../support/database-proxy.ts';
import { gatewayEvent, HEADERS } from '../../support/events.ts';
import {
  newDevices,
  newSns,
  type Reply,
  request,
  results,
  stage,
  storedUpgrade,
  upgrade,
  UPGRADE_PATH,
} from '../../support/stage.ts';
import { stageBehindProxy } from '../../support/stage-behind-proxy.ts';

const orderOf = (sns: readonly string[]) => gatewayEvent({ body: JSON.stringify({ sn: sns, 'firmware-id': 21 }) });

/** A server that accepts connections, and never says a word; returns its URL. */
async function silentServer(scope: AsyncDisposableStack): Promise<string> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => sockets.push(socket.on('error', () => undefined)));
  const port = await listen(server, 0);
  scope.defer(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `http://127.0.0.1:${String(port)}`;
}

test.concurrent(
  'A database that hangs after the session was read, and before the devices are, is 503 before the function is stopped',
  async () => {
    const [behind, sns] = await Promise.all([stageBehindProxy(), newDevices(2)]);
    behind.proxy.intervene = ({ operation }, forward) =>
      operation === 'BatchGetItem' ? Promise.resolve('hang') : forward();
    // On a busy machine the session may not be read in time either; nobody is told of devices then.
    let reply = await upgrade(sns, 21, behind.url);
    while (reply.body.details?.length === 0) reply = await upgrade(sns, 21, behind.url);
    const details = sns.map((sn) => ({ sn, result: 4 }));
    expect([reply.status, reply.body]).toEqual([503, { result: 4, method: 'start-upgrade', details }]);
    await behind.close();
  },
);

/** Each resolves to where the function looks for its database, and to variables of its own. */
const AWAY: [string, (scope: AsyncDisposableStack) => Promise<[string, Record<string, string>?]>][] = [
  ['has its port closed', async () => [`http://127.0.0.1:${String(await freePort())}`]],
  ['accepts connections and says nothing', async (scope) => [await silentServer(scope)]],
  ['has a name that nobody knows', () => Promise.resolve(['http://dynamodb.invalid:8000'])],
  [
    'cannot be asked, as the function has no credentials',
    () => Promise.resolve([stage.dynamodbEndpoint, { AWS_ACCESS_KEY_ID: '', AWS_SECRET_ACCESS_KEY: '' }]),
  ],
  ...[
    ...['ExpiredTokenException', 'UnrecognizedClientException', 'InvalidSignatureException', 'AccessDeniedException'],
    ...['ResourceNotFoundException', 'ThrottlingException'],
  ].map((name) => replying(name, databaseError(name))),
  replying('InternalServerError', databaseError('InternalServerError', 500)),
  replying('a broken connection', 'drop'),
];

function replying(name: string, outcome: Outcome): (typeof AWAY)[number] {
  const start = async (scope: AsyncDisposableStack): Promise<[string]> => {
    const proxy = await startDatabaseProxy(scope, stage.dynamodbEndpoint);
    proxy.intervene = instead(outcome);
    return [proxy.url];
  };
  return [`replies with ${name}`, start];
}

/** Runs the bundle of start-upgrade in a worker, on this database and with these variables. Answers are checked. */
async function startUpgradeOn(scope: AsyncDisposableStack, endpoint: string, env: Record<string, string> = {}) {
  const assembly = await devAssembly();
  const definitions = functionDefinitions(assembly, endpoint).map((one) => ({ ...one, env: { ...one.env, ...env } }));
  const functions = startFunctions(scope, definitions, () => undefined);
  const id = functionBehind(assembly.template, `POST ${UPGRADE_PATH}`);
  return async (event: unknown) => {
    const answer = (await functions.invoke(id, event)) as Answer;
    holdAnswerToContract({ method: 'POST', path: UPGRADE_PATH }, answer);
    return answer;
  };
}

test.concurrent.each(AWAY)(
  '503 before the function is stopped, in shape, never 401, with batches of 1, 100 and 1,000, while the database %s',
  async (_how, place) => {
    await using scope = new AsyncDisposableStack();
    const invoke = await startUpgradeOn(scope, ...(await place(scope)));
    const answers = await Promise.all([1, 100, 1000].map((size) => invoke(orderOf(newSns(size)))));
    for (const answer of answers) {
      expect(answer).toEqual({
        statusCode: 503,
        headers: { ...HEADERS, 'Retry-After': '2' },
        // Nothing else: neither what broke, nor where, nor the devices, as the caller's rights are not known.
        body: '{"result":4,"method":"start-upgrade","details":[]}',
      });
    }
  },
);

test.concurrent.each<[string, Outcome]>([
  ['with its credentials expired', databaseError('ExpiredTokenException')],
  ['in silence', 'hang'],
])('The list of stream servers, while the database is away %s, is 503 in shape', async (_what, outcome) => {
  const behind = await stageBehindProxy();
  behind.proxy.intervene = instead(outcome);
  const { status, headers, body } = await request('/V1.0/stream/getStreamServersList', {}, behind.url);
  expect([status, headers.get('retry-after')]).toEqual([503, '2']);
  expect(body).toEqual({ status: 4, message: 'TRY_AGAIN', totalCount: 0, serverList: [] });
  await behind.close();
});

/** Claims are repeated until the function would be stopped. Here that is sooner than the stack's 25 s, to save time. */
const CLAIMING_SECONDS = 12;

/** A call of 25 statements of which each fails. */
const failing = (Code: string) => ({ status: 200, body: { Responses: Array<object>(25).fill({ Error: { Code } }) } });
const UNANSWERED = /"level":"ERROR".*"code":"WRITES_UNANSWERED"/;

/** In every batch: none of them is ever started. */
const others = await newDevices(998);

// Silence takes the longest.
test.concurrent.each<[string, number, Outcome, RegExp]>([
  ['breaking every connection', 50, 'drop', UNANSWERED],
  ['with its credentials expired', 50, databaseError('ExpiredTokenException'), UNANSWERED],
  ['in silence', 1000, 'hang', UNANSWERED],
  ['throttling all statements', 50, failing('ThrottlingError'), /"level":"WARN".*"code":"WRITES_GIVEN_UP"/],
  ['denying each statement', 50, failing('AccessDenied'), /"level":"ERROR".*"code":"WRITE_NOT_TAKEN".*"devices":25/],
])(
  'While its database goes down between the reads and the claims (%s), it leaves 4 for every device of %i before the function is stopped, and the log and the metric say so; asking again starts them',
  async (_what, size, outcome, logged) => {
    const [behind, own] = await Promise.all([stageBehindProxy(CLAIMING_SECONDS), newDevices(2)]);
    const sns = [...own, ...others.slice(2 - size)];
    const hasClaimed = () => behind.proxy.calls.some(({ operation }) => operation === 'BatchExecuteStatement');
    behind.proxy.intervene = (_call, forward) => (hasClaimed() ? Promise.resolve(outcome) : forward());
    let reply: Reply;
    do {
      behind.proxy.calls.length = behind.logs.length = 0;
      reply = await upgrade(sns, 21, behind.url);
      // On a busy machine, reading may take the time that is for claims, or the answer more than is left for it.
    } while (!hasClaimed() || reply.status === 500);
    expect([reply.status, reply.body.result, new Set(results(reply))]).toEqual([200, 0, new Set([4])]);
    expect(behind.logs).toEqual(expect.arrayContaining([expect.stringMatching(logged)]));
    expect(behind.logs).toEqual(expect.arrayContaining([expect.stringContaining(`"TryAgain":${String(size)}`)]));
    expect(await storedUpgrade(sns[0] ?? '')).toBeUndefined();
    behind.proxy.intervene = (_call, forward) => forward();
    expect(results(await upgrade(own, 21, behind.url))).toEqual([0, 0]);
    await behind.close();
  },
);
