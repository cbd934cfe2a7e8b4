/** The functions as Lambda loads and calls them, but in this process; the bundles have tests of their own. */
import { afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { handler as listHandler } from '../../../functions/get-stream-servers-list/handler.ts';
import { handler as runHandler } from '../../../functions/rollout/advance/handler.ts';
import { handler as rolloutHandler } from '../../../functions/rollout/handler.ts';
import { handler as upgradeHandler } from '../../../functions/upgrade/handler.ts';
import { holdAnswerToContract } from '../../support/contract.ts';
import { gatewayEvent, invoke } from '../../support/events.ts';
import { databaseOfSuite, lambdaEnvironment } from '../../support/database.ts';
import { tablesOnEngine } from '../../support/rollouts/tables-on-engine.ts';
import { newDevice, newSession, newSns, nowSeconds, stage, storedUpgrade } from '../../support/stage.ts';

const database = databaseOfSuite();

const SETTINGS: Readonly<Record<string, string>> = {
  SESSIONS_TABLE: stage.tables.sessions,
  DEVICES_TABLE: stage.tables.devices,
  FIRMWARES_TABLE: stage.tables.firmwares,
  UPGRADES_TABLE: stage.tables.upgrades,
  UPGRADE_HISTORY_TABLE: stage.tables.upgradeHistory,
  METRICS_NAMESPACE: 'StreamFleet/test',
  MAX_BATCH_SIZE: '3',
  MAX_BODY_BYTES: '200',
  LEASE_SECONDS: '600',
  LONGEST_SESSION_SECONDS: '7200',
};

const LIST = { method: 'GET', path: '/devices/SN1/V1.0/stream/getStreamServersList' };
const START = { method: 'POST', path: '/sc_cloud/upgrade/start' };

let admin: { sid: string; uid: string };

beforeAll(async () => {
  process.env['DEVICE_SN'] = await newDevice();
});
beforeEach(async () => {
  lambdaEnvironment(stage.dynamodbEndpoint);
  Object.assign(process.env, SETTINGS);
  admin = await newSession();
});
afterEach(() => {
  for (const name of Object.keys(SETTINGS)) Reflect.deleteProperty(process.env, name);
});

async function answerOf(handler: unknown, event: Record<string, unknown>) {
  const cookies = [`cloud-sid=${admin.sid}`, `cloud-uid=${admin.uid}`];
  const answer = await invoke(handler, gatewayEvent({ cookies, ...event }));
  holdAnswerToContract(handler === listHandler ? LIST : START, answer);
  return { status: answer.statusCode, body: JSON.parse(answer.body) as Record<string, unknown> };
}

const start = (sn: readonly string[], padding = 0) =>
  answerOf(upgradeHandler, { body: JSON.stringify({ sn, 'firmware-id': 21 }) + ' '.repeat(padding) });

const list = (sn: string) => answerOf(listHandler, { pathParameters: { sn } });

test('An upgrade is started with the lease of the stage, and counted in its namespace', async () => {
  const sn = await newDevice();
  const before = nowSeconds();
  expect(await start([sn])).toMatchObject({ status: 200, body: { details: [{ sn, result: 0 }] } });
  const leaseSeconds = Number((await storedUpgrade(sn))?.['leaseEndsAt']) - before;
  expect(leaseSeconds).toBeGreaterThanOrEqual(600);
  expect(leaseSeconds).toBeLessThan(660);
  const _aws = { CloudWatchMetrics: [{ Namespace: 'StreamFleet/test' }] };
  const latencies = { ReadLatency: expect.any(Number), ClaimLatency: expect.any(Number) };
  expect(database.metrics).toMatchObject([{ _aws, Started: 1, ...latencies }]);
});

test('As many serial numbers and bytes are taken as the stage lets it, and not one more', async () => {
  const sns = newSns(3);
  const results = [await start(sns), await start([...sns, 'X'])].map(({ status, body }) => [status, body['result']]);
  expect(results).toEqual([
    [200, 0],
    [400, 17],
  ]);
  const room = 200 - JSON.stringify({ sn: ['A'], 'firmware-id': 21 }).length;
  expect((await start(['A'], room)).status).toBe(200);
  expect((await start(['A'], room + 1)).status).toBe(413);
});

test('A named device has its list, and without a session the device of the stage', async () => {
  const own = await answerOf(listHandler, { cookies: [], pathParameters: undefined });
  expect([own.status, (await list(await newDevice())).status, (await list('X1')).status]).toEqual([200, 200, 404]);
});

test.each([-1, 8000])(
  'Both reject a session that has expired, or lasts longer than the stage allows: %i s',
  async (seconds) => {
    admin = await newSession({ expiresAt: nowSeconds() + seconds });
    expect([(await list('SN1')).status, (await start(['SN1'])).status]).toEqual([401, 401]);
  },
);

test('A roll-out is made by its own function, and goes on by a run as long as there is time', async () => {
  const own = await tablesOnEngine(database);
  process.env['ROLLOUTS_TABLE'] = own.name;
  const cookies = [`cloud-sid=${admin.sid}`, `cloud-uid=${admin.uid}`];
  const body = JSON.stringify({ 'rollout-id': 'spring-21', 'firmware-id': 21, sn: [await newDevice()] });
  const made = await invoke(rolloutHandler, gatewayEvent({ cookies, routeKey: 'POST /sc_cloud/rollout/create', body }));
  expect(JSON.parse(made.body)).toMatchObject({ details: [{ result: 0, 'created-at': expect.any(String) }] });
  for (const remainingMs of [9_000, 50_000]) await invoke(runHandler, {}, remainingMs);
  expect(database.metrics.slice(1)).toMatchObject([{ RunsWell: 0 }, { RunsWell: 1, Started: 1 }]);
  await own.drop();
});
