/** The chain of database calls and nothing else: the low-level client, items marshalled by hand, no checks. */
import { hash } from 'node:crypto';
import { BatchGetItemCommand, DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { Environment, requiredText } from '../../../functions/config/environment.ts';
import type { Answer } from '../../../functions/http/answer.ts';
import { floorClaim, type Item } from './floor-claim.ts';
import { plainRequest } from './plain-request.ts';
import { accepted, notLoggedIn } from './upgrade-answer.ts';

const agent = { keepAlive: true, maxSockets: 256 };
const client = new DynamoDBClient({ requestHandler: { httpAgent: agent, httpsAgent: agent } });
const IN_FLIGHT = 100;
const KEYS_PER_CALL = 100;

const table = (variable: string) => requiredText(process.env, variable);

/** start-upgrade, as fast as its calls allow. */
export async function handler(event: APIGatewayProxyEventV2): Promise<Answer> {
  const { sid = '', uid, sns, firmwareId } = plainRequest(event);
  const session = await readSession(sid);
  const userName = session?.['userName']?.S;
  if (userName === undefined || userName !== uid) return notLoggedIn();
  const [firmware = {}] = await Promise.all([readFirmware(firmwareId), readDevices(sns)]);
  const claim = floorClaim(client, table(Environment.upgradesTable), firmware, userName);
  const results = new Map(sns.map((sn) => [sn, 0]));
  const queue = sns.values();
  const lane = async () => {
    for (const sn of queue) results.set(sn, await claim(sn));
  };
  await Promise.all(Array.from({ length: Math.min(IN_FLIGHT, sns.length) }, lane));
  return accepted([...results].map(([sn, result]) => ({ sn, result })));
}

async function readSession(sid: string): Promise<Item | undefined> {
  const Key = { sidHash: { S: hash('sha256', sid, 'hex') } };
  const TableName = table(Environment.sessionsTable);
  return (await client.send(new GetItemCommand({ TableName, Key, ConsistentRead: true }))).Item;
}

async function readFirmware(firmwareId: number): Promise<Item | undefined> {
  const Key = { firmwareId: { N: String(firmwareId) } };
  return (await client.send(new GetItemCommand({ TableName: table(Environment.firmwaresTable), Key }))).Item;
}

/** The same attributes as ours, so that as much travels. */
async function readDevices(sns: readonly string[]): Promise<void> {
  const starts = Array.from({ length: Math.ceil(sns.length / KEYS_PER_CALL) }, (_, index) => index * KEYS_PER_CALL);
  const read = (start: number) => {
    const Keys = sns.slice(start, start + KEYS_PER_CALL).map((sn) => ({ sn: { S: sn } }));
    const wanted = { Keys, ProjectionExpression: 'sn, familyId, modelId, hardwareVersion, #online' };
    const request = { ...wanted, ExpressionAttributeNames: { '#online': 'online' } };
    return client.send(new BatchGetItemCommand({ RequestItems: { [table(Environment.devicesTable)]: request } }));
  };
  await Promise.all(starts.map(read));
}
