/** The reads of a request through the low-level client and nothing else: raw items, no checks. */
import { hash } from 'node:crypto';
import { BatchGetItemCommand, DynamoDBClient, GetItemCommand, type AttributeValue } from '@aws-sdk/client-dynamodb';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { Environment, requiredText } from '../../../functions/config/environment.ts';
import type { Answer } from '../../../functions/http/answer.ts';
import { accepted, notLoggedIn, plainRequest, startedUpgrade } from './plain.ts';

/** An item in the format of the low-level client. */
export type Item = Record<string, AttributeValue>;

const agent = { keepAlive: true, maxSockets: 256 };

/** Keeps connections alive, as ours does. */
export const client = new DynamoDBClient({ requestHandler: { httpAgent: agent, httpsAgent: agent } });

const KEYS_PER_CALL = 100;
const DEVICE = ['sn', 'familyId', 'modelId', 'hardwareVersion', 'online'];
const UPGRADE = ['sn', 'upgradeId', 'firmwareId', 'claimToken', 'state', 'leaseEndsAt'];

/**
 * Claims devices that have no live upgrade.
 * @param common attributes that all items share; the serial number and an upgrade id are added to them
 */
export type ClaimAll = (table: string, sns: readonly string[], common: Item) => Promise<unknown>;

/** start-upgrade with this way of claiming, as fast as its calls allow. */
export function lowLevelHandler(claimAll: ClaimAll): (event: APIGatewayProxyEventV2) => Promise<Answer> {
  return async (event) => {
    const { sid, uid, sns, firmwareId } = plainRequest(event);
    if (!(await isLoggedIn(sid, uid))) return notLoggedIn();
    const upgrades = requiredText(process.env, Environment.upgradesTable);
    const [firmware = {}, , current] = await Promise.all([
      read(Environment.firmwaresTable, { firmwareId: { N: String(firmwareId) } }, false),
      readMany(requiredText(process.env, Environment.devicesTable), sns, DEVICE, false),
      readMany(upgrades, sns, UPGRADE, true),
    ]);
    const under = new Map(
      current.map((item) => [item['sn']?.S, item['firmwareId']?.N === String(firmwareId) ? 1 : 11]),
    );
    const free = sns.filter((sn) => !under.has(sn));
    if (free.length > 0) await claimAll(upgrades, free, commonOf(firmware, uid));
    return accepted(sns.map((sn) => ({ sn, result: under.get(sn) ?? 0 })));
  };
}

/** One read, without checking whether the session has expired. */
export async function isLoggedIn(sid: string, uid: string): Promise<boolean> {
  const session = await read(Environment.sessionsTable, { sidHash: { S: hash('sha256', sid, 'hex') } }, true);
  return session?.['userName']?.S === uid;
}

async function read(variable: string, Key: Item, ConsistentRead: boolean): Promise<Item | undefined> {
  const TableName = requiredText(process.env, variable);
  return (await client.send(new GetItemCommand({ TableName, Key, ConsistentRead }))).Item;
}

/** @param attributes the same as in ours, so that as much data is transferred */
export async function readMany(
  table: string,
  sns: readonly string[],
  attributes: readonly string[],
  ConsistentRead: boolean,
): Promise<Item[]> {
  const ExpressionAttributeNames = Object.fromEntries(attributes.map((name, index) => [`#${String(index)}`, name]));
  const ProjectionExpression = Object.keys(ExpressionAttributeNames).join(', ');
  const calls = chunksOf(KEYS_PER_CALL, sns).map(async (chunk) => {
    const Keys = chunk.map((sn) => ({ sn: { S: sn } }));
    const request = { Keys, ConsistentRead, ProjectionExpression, ExpressionAttributeNames };
    const { Responses } = await client.send(new BatchGetItemCommand({ RequestItems: { [table]: request } }));
    return Responses?.[table] ?? [];
  });
  return (await Promise.all(calls)).flat();
}

function commonOf(firmware: Item, userName: string): Item {
  const { familyId, modelId, hardwareVersion, state, ...file } = firmware;
  const started: Item = {};
  for (const [name, value] of Object.entries(startedUpgrade(userName))) {
    started[name] = typeof value === 'number' ? { N: String(value) } : { S: value };
  }
  return { ...file, ...started };
}

/** The values in order, in chunks of this size. */
export function chunksOf<T>(size: number, values: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(values.length / size) }, (_, index) =>
    values.slice(index * size, (index + 1) * size),
  );
}
