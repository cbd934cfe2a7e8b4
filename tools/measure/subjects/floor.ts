/**
 * start-upgrade as fast as its database calls allow: the same chain of them through the low-level client and nothing
 * else. Raw items, no checks; claims as statements, 25 per call, with as many concurrent calls as ours.
 */
import { hash, randomUUID } from 'node:crypto';
import {
  BatchExecuteStatementCommand,
  BatchGetItemCommand,
  DynamoDBClient,
  GetItemCommand,
  type AttributeValue,
} from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import pLimit from 'p-limit';
import { Environment, requiredText } from '../../../functions/config/environment.ts';
import type { Answer } from '../../../functions/http/answer.ts';
import { chunksOf } from '../../../functions/store/batching.ts';
import { accepted, notLoggedIn, plainRequest, startedUpgrade } from './plain.ts';

type Item = Record<string, AttributeValue>;

const agent = { keepAlive: true, maxSockets: 256 };

/** Keeps connections alive, as ours does. */
export const client = new DynamoDBClient({ requestHandler: { httpAgent: agent, httpsAgent: agent } });

const KEYS_PER_CALL = 100;
const STATEMENTS_PER_CALL = 25;
const limit = pLimit(8);

// The same attributes as in ours, so that as much data is transferred.
export const DEVICE = ['sn', 'familyId', 'modelId', 'hardwareVersion', 'online'];
export const UPGRADE = ['sn', 'upgradeId', 'firmwareId', 'claimToken', 'state', 'leaseEndsAt'];

/** Starts upgrades on devices that have none. Throws if a claim fails, which none of the benchmark's does. */
export async function handler(event: APIGatewayProxyEventV2): Promise<Answer> {
  const { sid, uid, sns, firmwareId } = plainRequest(event);
  // Without checking whether the session has expired.
  const session = await read(Environment.sessionsTable, { sidHash: { S: hash('sha256', sid, 'hex') } }, true);
  if (session?.['userName']?.S !== uid) return notLoggedIn();
  const [firmware = {}, , current] = await Promise.all([
    read(Environment.firmwaresTable, { firmwareId: { N: String(firmwareId) } }, false),
    readMany(Environment.devicesTable, sns, DEVICE, false),
    readMany(Environment.upgradesTable, sns, UPGRADE, true),
  ]);
  const under = new Map(current.map((item) => [item['sn']?.S, item['firmwareId']?.N === String(firmwareId) ? 1 : 11]));
  const free = sns.filter((sn) => !under.has(sn));
  const { familyId, modelId, hardwareVersion, state, ...file } = firmware;
  if (free.length > 0) await claimAll(free, { ...file, ...marshall(startedUpgrade(uid)) });
  return accepted(sns.map((sn) => ({ sn, result: under.get(sn) ?? 0 })));
}

export async function read(variable: string, Key: Item, ConsistentRead: boolean): Promise<Item | undefined> {
  const TableName = requiredText(process.env, variable);
  return (await client.send(new GetItemCommand({ TableName, Key, ConsistentRead }))).Item;
}

export async function readMany(
  variable: string,
  sns: readonly string[],
  attributes: readonly string[],
  consistent: boolean,
) {
  const table = requiredText(process.env, variable);
  const ExpressionAttributeNames = Object.fromEntries(attributes.map((name, index) => [`#${String(index)}`, name]));
  const ProjectionExpression = Object.keys(ExpressionAttributeNames).join(', ');
  const calls = chunksOf(KEYS_PER_CALL, sns).map(async (chunk) => {
    const Keys = chunk.map((sn) => ({ sn: { S: sn } }));
    const request = { Keys, ConsistentRead: consistent, ProjectionExpression, ExpressionAttributeNames };
    const { Responses } = await client.send(new BatchGetItemCommand({ RequestItems: { [table]: request } }));
    return Responses?.[table] ?? [];
  });
  return (await Promise.all(calls)).flat();
}

/** @param common attributes that all items share; the serial number and an upgrade id are added to them */
export function claims(sns: readonly string[], common: Item) {
  const names = ['sn', 'upgradeId', ...Object.keys(common)].map((name) => `'${name}': ?`).join(', ');
  const Statement = `INSERT INTO "${requiredText(process.env, Environment.upgradesTable)}" VALUE {${names}}`;
  const shared = Object.values(common);
  return sns.map((sn) => ({ Statement, Parameters: [{ S: sn }, { S: randomUUID() }, ...shared] }));
}

function claimAll(sns: readonly string[], common: Item): Promise<unknown> {
  const claim = async (chunk: readonly string[]) => {
    const ReturnValuesOnConditionCheckFailure = 'ALL_OLD' as const;
    const Statements = claims(chunk, common).map((one) => ({ ...one, ReturnValuesOnConditionCheckFailure }));
    const { Responses = [] } = await client.send(new BatchExecuteStatementCommand({ Statements }));
    const failure = Responses.find(({ Error: error }) => error !== undefined)?.Error;
    if (failure !== undefined) throw new Error(`a claim failed: ${String(failure.Code)}`);
  };
  return Promise.all(chunksOf(STATEMENTS_PER_CALL, sns).map((chunk) => limit(claim, chunk)));
}
