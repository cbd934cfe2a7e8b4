/** Both functions as Lambda loads and calls them, but in this process; the bundles have tests of their own. */
import { afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { handler as listHandler } from '../../../functions/get-stream-servers-list/handler.ts';
import { handler as upgradeHandler } from '../../../functions/upgrade/handler.ts';
import { captureOutput } from '../../support/console.ts';
import { holdAnswerToContract } from '../../support/contract.ts';
import { gatewayEvent, invoke } from '../../support/events.ts';
import { lambdaEnvironment } from '../../support/database.ts';
import { newDevice, newSession, newSns, nowSeconds, stage, storedUpgrade } from '../../support/stage.ts';

const { metrics } = captureOutput();

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

const streamServers = [{ id: 7, type: 4 as const, name: 'Studio', url: 'rtmp://live.example.com/app', streamKey: 'x' }];
const studio = { id: 7, name: 'Studio', type: 4, isConfigured: true };

let admin: { sid: string; uid: string };

beforeAll(async () => {
  process.env['DEVICE_SN'] = await newDevice({ streamServers });
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
  const { statusCode, headers, body } = answer;
  return { status: statusCode, headers, body: JSON.parse(body) as Record<string, unknown> };
}

const start = (sn: readonly string[], padding = 0) =>
  answerOf(upgradeHandler, { body: JSON.stringify({ sn, 'firmware-id': 21 }) + ' '.repeat(padding) });

const list = (sn?: string) => answerOf(listHandler, { pathParameters: sn === undefined ? undefined : { sn } });

describe('start-upgrade', () => {
  test('starts an upgrade with the lease of the stage, counts it in its namespace, and answers 1 when asked again', async () => {
    const sn = await newDevice();
    const before = nowSeconds();
    expect(await start([sn])).toEqual({
      status: 200,
      headers: expect.objectContaining({ 'Content-Type': 'application/json; charset=UTF-8' }),
      body: { result: 0, method: 'start-upgrade', details: [{ sn, result: 0 }] },
    });
    const record = await storedUpgrade(sn);
    expect(record).toMatchObject({ requestedBy: 'ann', firmwareId: 21, version: '2.4.0', state: 'requested' });
    const leaseSeconds = Number(record?.['leaseEndsAt']) - before;
    expect(leaseSeconds).toBeGreaterThanOrEqual(600);
    expect(leaseSeconds).toBeLessThan(660);
    expect(metrics).toEqual([
      expect.objectContaining({
        _aws: expect.objectContaining({
          CloudWatchMetrics: [expect.objectContaining({ Namespace: 'StreamFleet/test' })],
        }),
        Started: 1,
        ReadLatency: expect.any(Number),
        ClaimLatency: expect.any(Number),
      }),
    ]);
    expect((await start([sn])).body['details']).toEqual([{ sn, result: 1 }]);
  });

  test('takes as many serial numbers as the stage lets it, and not one more', async () => {
    expect((await start(newSns(3))).status).toBe(200);
    const { status, body } = await start(['A', 'B', 'C', 'D']);
    expect([status, body['result']]).toEqual([400, 17]);
  });

  test('takes as many bytes as the stage lets it, and not one more', async () => {
    const sns = ['A', 'B'];
    const room = 200 - JSON.stringify({ sn: sns, 'firmware-id': 21 }).length;
    expect((await start(sns, room)).status).toBe(200);
    const { status, body } = await start(sns, room + 1);
    expect([status, body['result']]).toEqual([413, 18]);
  });
});

test('getStreamServersList tells of a named device, and without a session of the device of the stage', async () => {
  const named = await list(await newDevice({ streamServers }));
  const bare = await answerOf(listHandler, { cookies: [], pathParameters: undefined });
  for (const { status, body } of [named, bare]) {
    expect([status, body['status'], body['totalCount']]).toEqual([200, 0, 6]);
    expect(body['serverList']).toContainEqual(studio);
  }
});

test.each([-1, 8000])(
  'Both reject a session that has expired, or lasts longer than the stage allows: %i s',
  async (seconds) => {
    admin = await newSession({ expiresAt: nowSeconds() + seconds });
    expect((await list('SN1')).status).toBe(401);
    expect((await start(['SN1'])).status).toBe(401);
  },
);
