/** The start of each device guarded by the idempotency utility of Powertools, all devices side by side. */
import { randomUUID } from 'node:crypto';
import { IdempotencyConfig, makeIdempotent } from '@aws-lambda-powertools/idempotency';
import { DynamoDBPersistenceLayer } from '@aws-lambda-powertools/idempotency/dynamodb';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import pLimit from 'p-limit';
import { Environment, requiredText } from '../../../functions/config/environment.ts';
import type { Answer } from '../../../functions/http/answer.ts';
import { wire } from '../../../functions/upgrade/start/wire.ts';
import { CLAIMS_IN_FLIGHT } from '../../../functions/store/client.ts';
import { plainRequest } from './plain-request.ts';
import { accepted, notLoggedIn } from './upgrade-answer.ts';
import { upgradeOf, type StoredItem } from './upgrade-of.ts';

const agent = { keepAlive: true, maxSockets: 256 };
const lowLevel = new DynamoDBClient({ requestHandler: { httpAgent: agent, httpsAgent: agent } });
const client = DynamoDBDocumentClient.from(lowLevel);
const { sessions, firmwares, devices } = wire(process.env, lowLevel);
const upgrades = requiredText(process.env, Environment.upgradesTable);
const limit = pLimit(CLAIMS_IN_FLIGHT);

const persistenceStore = new DynamoDBPersistenceLayer({
  tableName: requiredText(process.env, 'IDEMPOTENCY_TABLE'),
  awsSdkV3Client: lowLevel,
});
const config = new IdempotencyConfig({ expiresAfterSeconds: 3_600 });

interface Order {
  readonly token: string;
  readonly firmware: StoredItem;
  readonly userName: string;
}

/** The serial number is the key; by the token a request knows its own start from an earlier one. */
const start = makeIdempotent(
  async (sn: string, { token, firmware, userName }: Order) => {
    await client.send(new PutCommand({ TableName: upgrades, Item: upgradeOf(sn, firmware, userName) }));
    return { token, firmwareId: Number(firmware['firmwareId']) };
  },
  { persistenceStore, config, dataIndexArgument: 0 },
);

/** start-upgrade, with idempotency as a library gives it. */
export async function handler(event: APIGatewayProxyEventV2, context: Context): Promise<Answer> {
  config.registerLambdaContext(context);
  const { sid = '', uid, sns, firmwareId } = plainRequest(event);
  const session = await sessions.find(sid);
  if (session === undefined || session.userName !== uid) return notLoggedIn();
  const [firmware, known] = await Promise.all([firmwares.find(firmwareId), devices.findMany(sns)]);
  const file = firmware?.state === 'available' ? firmware.file : {};
  const order = { token: randomUUID(), firmware: { firmwareId, ...file }, userName: uid };
  const startOne = async (sn: string) => {
    if (!known.has(sn)) return { sn, result: 16 };
    const begun = await start(sn, order);
    if (begun.token === order.token) return { sn, result: 0 };
    return { sn, result: begun.firmwareId === firmwareId ? 1 : 11 };
  };
  return accepted(await Promise.all(sns.map((sn) => limit(startOne, sn))));
}
