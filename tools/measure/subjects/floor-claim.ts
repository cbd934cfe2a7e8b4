import { randomUUID } from 'node:crypto';
import {
  ConditionalCheckFailedException,
  PutItemCommand,
  type AttributeValue,
  type DynamoDBClient,
} from '@aws-sdk/client-dynamodb';

/** An item as the low-level client gives and takes it. */
export type Item = Record<string, AttributeValue>;

const LEASE_SECONDS = 3_600;
const KEPT_SECONDS = 90 * 86_400;
const LATEST_MS = 5 * 60_000;

/** A function that makes the claim of one device, with the condition and the item of ours, and says what to tell it. */
export function floorClaim(client: DynamoDBClient, TableName: string, firmware: Item, userName: string) {
  const now = new Date();
  const seconds = Math.floor(now.getTime() / 1_000);
  const { familyId, modelId, hardwareVersion, state, ...file } = firmware;
  const number = (value: number) => ({ N: String(value) });
  const requestedAt = { S: now.toISOString() };
  const common = {
    ...file,
    claimToken: { S: randomUUID() },
    requestedBy: { S: userName },
    requestedAt,
    state: { S: 'requested' },
    leaseEndsAt: number(seconds + LEASE_SECONDS),
    expiresAt: number(seconds + KEPT_SECONDS),
  };
  const condition = {
    ConditionExpression:
      'NOT (#state IN (:requested, :running) AND #lease BETWEEN :soonest AND :latest) ' +
      'AND NOT (#time BETWEEN :time AND :latestTime)',
    ExpressionAttributeNames: { '#state': 'state', '#lease': 'leaseEndsAt', '#time': 'requestedAt' },
    ExpressionAttributeValues: {
      ':requested': { S: 'requested' },
      ':running': { S: 'running' },
      ':soonest': number(seconds + 1),
      ':latest': number(9_999_999_999),
      ':time': requestedAt,
      ':latestTime': { S: new Date(now.getTime() + LATEST_MS).toISOString() },
    },
    ReturnValues: 'ALL_OLD',
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  } as const;
  return async (sn: string): Promise<number> => {
    try {
      const Item = { sn: { S: sn }, upgradeId: { S: randomUUID() }, ...common };
      await client.send(new PutItemCommand({ TableName, Item, ...condition }));
      return 0;
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      return error.Item?.['firmwareId']?.N === file['firmwareId']?.N ? 1 : 11;
    }
  };
}
