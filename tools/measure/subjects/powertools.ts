/** Each device's start is guarded by the idempotency utility of Powertools; devices run concurrently. */
import { randomUUID } from 'node:crypto';
import { IdempotencyConfig, makeIdempotent } from '@aws-lambda-powertools/idempotency';
import { DynamoDBPersistenceLayer } from '@aws-lambda-powertools/idempotency/dynamodb';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import pLimit from 'p-limit';
import { Environment, requiredText } from '../../../functions/config/environment.ts';
import type { Answer } from '../../../functions/http/answer.ts';
import { devicesIn } from '../../../functions/store/devices.ts';
import { firmwaresIn } from '../../../functions/store/firmwares.ts';
import { sessionsIn } from '../../../functions/store/sessions.ts';
import { accepted, notLoggedIn, plainRequest, startedUpgrade } from './plain.ts';

const agent = { keepAlive: true, maxSockets: 256 };
const lowLevel = new DynamoDBClient({ requestHandler: { httpAgent: agent, httpsAgent: agent } });
const client = DynamoDBDocumentClient.from(lowLevel);
const sessions = sessionsIn(requiredText(process.env, Environment.sessionsTable), lowLevel);
const firmwares = firmwaresIn(requiredText(process.env, Environment.firmwaresTable), lowLevel);
const devices = devicesIn(requiredText(process.env, Environment.devicesTable), lowLevel);
const upgrades = requiredText(process.env, Environment.upgradesTable);
const limit = pLimit(100);

const persistenceStore = new DynamoDBPersistenceLayer({
  tableName: requiredText(process.env, 'IDEMPOTENCY_TABLE'),
  awsSdkV3Client: lowLevel,
});
const config = new IdempotencyConfig({ expiresAfterSeconds: 3_600 });

interface Order {
  readonly token: string;
  readonly firmware: { readonly firmwareId: number };
  readonly userName: string;
}

/** The serial number is the key; by the token, a request tells its own start from an earlier one. */
const start = makeIdempotent(
  async (sn: string, { token, firmware, userName }: Order) => {
    const Item = { sn, upgradeId: randomUUID(), ...firmware, ...startedUpgrade(userName) };
    await client.send(new PutCommand({ TableName: upgrades, Item }));
    return { token, firmwareId: firmware.firmwareId };
  },
  { persistenceStore, config, dataIndexArgument: 0 },
);

/** start-upgrade with the idempotency of a library. */
export async function handler(event: APIGatewayProxyEventV2, context: Context): Promise<Answer> {
  config.registerLambdaContext(context);
  const { sid, uid, sns, firmwareId } = plainRequest(event);
  const session = await sessions.find(sid);
  if (session?.userName !== uid) return notLoggedIn();
  // All devices of the benchmark are registered: they are read for the cost of it.
  const [firmware] = await Promise.all([firmwares.find(firmwareId), devices.findMany(sns)]);
  const file = firmware?.state === 'available' ? firmware.file : {};
  const order = { token: randomUUID(), firmware: { firmwareId, ...file }, userName: uid };
  return accepted(await Promise.all(sns.map((sn) => limit(startOne, sn, order))));
}

async function startOne(sn: string, order: Order) {
  const begun = await start(sn, order);
  if (begun.token === order.token) return { sn, result: 0 };
  return { sn, result: begun.firmwareId === order.firmware.firmwareId ? 1 : 11 };
}
