/** What most code does: for each device, read, then write if allowed; the document client with its defaults. */
import { ConditionalCheckFailedException, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { Environment, requiredText } from '../../../functions/config/environment.ts';
import type { Answer } from '../../../functions/http/answer.ts';
import { sidHash } from '../../../functions/store/sessions.ts';
import { accepted, notLoggedIn, plainRequest, upgradeOf, type Detail, type StoredItem } from './plain.ts';

const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const LIVE = ['requested', 'running'];

const table = (variable: string) => requiredText(process.env, variable);

/** start-upgrade, one step at a time. */
export async function handler(event: APIGatewayProxyEventV2): Promise<Answer> {
  const { sid, uid, sns, firmwareId } = plainRequest(event);
  const session = await get(Environment.sessionsTable, { sidHash: sidHash(sid) }, true);
  if (session?.['userName'] !== uid) return notLoggedIn();
  const firmware = { firmwareId, ...(await get(Environment.firmwaresTable, { firmwareId })) };
  const details: Detail[] = [];
  for (const sn of sns) details.push({ sn, result: await start(sn, firmware, uid) });
  return accepted(details);
}

async function get(variable: string, Key: StoredItem, ConsistentRead = false): Promise<StoredItem | undefined> {
  return (await client.send(new GetCommand({ TableName: table(variable), Key, ConsistentRead }))).Item;
}

async function start(sn: string, firmware: StoredItem, userName: string): Promise<number> {
  const device = await get(Environment.devicesTable, { sn });
  if (device === undefined) return (await resultOfLive(sn, firmware)) ?? 16;
  if (device['modelId'] !== firmware['modelId']) return (await resultOfLive(sn, firmware)) ?? 24;
  const command = new PutCommand({
    TableName: table(Environment.upgradesTable),
    Item: upgradeOf(sn, firmware, userName),
    ConditionExpression: 'attribute_not_exists(sn) OR #state IN (:succeeded, :failed) OR leaseEndsAt < :now',
    ExpressionAttributeNames: { '#state': 'state' },
    ExpressionAttributeValues: { ':succeeded': 'succeeded', ':failed': 'failed', ':now': Date.now() / 1_000 },
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  });
  try {
    await client.send(command);
    return 0;
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return resultOf(unmarshall(error.Item ?? {}), firmware);
  }
}

/** An upgrade under way comes first, whatever has happened to the device since. */
async function resultOfLive(sn: string, firmware: StoredItem): Promise<number | undefined> {
  const upgrade = await get(Environment.upgradesTable, { sn }, true);
  return upgrade !== undefined && LIVE.includes(String(upgrade['state'])) ? resultOf(upgrade, firmware) : undefined;
}

function resultOf(upgrade: StoredItem, firmware: StoredItem): number {
  return upgrade['firmwareId'] === firmware['firmwareId'] ? 1 : 11;
}
