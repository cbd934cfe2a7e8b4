/**
 * A run over one roll-out as fast as its database calls allow: the same calls through the low-level client, and nothing else. Its
 * event is the roll-out, no item is checked, and all members are claimed.
 */
import { ExecuteTransactionCommand, QueryCommand } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { Environment, requiredText } from '../../../functions/config/environment.ts';
import type { Rollout } from '../../../functions/domain/rollout.ts';
import { claims, client, DEVICE, read, readMany, UPGRADE } from './floor.ts';
import { startedUpgrade } from './plain.ts';

const SLICE = 90;

const TableName = requiredText(process.env, Environment.rolloutsTable);
const HEAD = `UPDATE "${TableName}" SET "revision" = ? SET "cursor" = ? SET "counts"."queued" = ? SET "counts"."requested" = ?
  WHERE "rolloutId" = ? AND "part" = 'head' AND "revision" = ? AND "state" = 'running'`;
const CHUNK = `UPDATE "${TableName}" SET "letters" = ? WHERE "rolloutId" = ? AND "part" = ? AND "letters" = ?`;

/** Throws if a transaction fails, which none of the benchmark's does. */
export async function handler(rollout: Rollout): Promise<void> {
  const active = { KeyConditionExpression: 'phase = :phase', ExpressionAttributeValues: { ':phase': { S: 'active' } } };
  await client.send(new QueryCommand({ TableName, IndexName: 'byPhase', ...active }));
  await itemOf(rollout, 'head');
  await firmwareOf(rollout);
  for (let number = 0; number * SLICE < rollout.total; number += 1) await startSlice(rollout, number);
}

/** One transaction of the head, the chunk and its claims. */
async function startSlice(rollout: Rollout, number: number): Promise<void> {
  const { rolloutId, membersId, total, createdBy, createdAt } = rollout;
  const part = `${membersId}#${String(number).padStart(5, '0')}`;
  const chunk = await itemOf(rollout, part);
  const sns = (chunk?.['sns']?.L ?? []).map(({ S = '' }) => S);
  const [{ familyId, modelId, hardwareVersion, state, ...file } = {}] = await Promise.all([
    firmwareOf(rollout),
    readMany(Environment.devicesTable, sns, DEVICE, false),
    readMany(Environment.upgradesTable, sns, UPGRADE, true),
  ]);
  const started = number * SLICE + sns.length;
  const common = { ...startedUpgrade(createdBy), requestKey: `rollout:${rolloutId}`, decidedAt: createdAt };
  const ofHead = [number + 2, started, total - started, started, rolloutId, number + 1];
  const ofChunk = ['r'.repeat(sns.length), rolloutId, part, 'q'.repeat(sns.length)];
  const TransactStatements = [
    { Statement: HEAD, Parameters: marshall(ofHead) },
    { Statement: CHUNK, Parameters: marshall(ofChunk) },
    ...claims(sns, { ...file, ...marshall(common) }),
  ];
  await client.send(new ExecuteTransactionCommand({ TransactStatements }));
}

function itemOf({ rolloutId }: Rollout, part: string) {
  return read(Environment.rolloutsTable, { rolloutId: { S: rolloutId }, part: { S: part } }, true);
}

function firmwareOf({ firmwareId }: Rollout) {
  return read(Environment.firmwaresTable, { firmwareId: { N: String(firmwareId) } }, false);
}
