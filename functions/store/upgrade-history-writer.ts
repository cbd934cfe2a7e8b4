import { UpdateItemCommand, type AttributeValue, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { UpgradeHistoryItem } from './items/upgrade-history.ts';
import { HISTORY_SORT_KEY, TableKeys } from './keys.ts';
import { orUnavailable } from './or-unavailable.ts';
import { parameter } from './statement.ts';

/** Writes what an event tells of an upgrade. Rejects with StoreUnavailable; then it may or may not be written. */
export type HistoryWriter = (told: UpgradeHistoryItem) => Promise<void>;

/**
 * The writer of the past of devices. The first word on each attribute stays: so request and end, in either order, and any
 * number of copies of them make the same item. An end comes whole, so that its attributes are always those of one event.
 */
export function historyWriterIn(table: string, client: DynamoDBClient): HistoryWriter {
  return async ({ sn, upgradeId, ...told }) => {
    const attributes = Object.entries(told).map(([name, value]: [string, string | number]) => ({ name, value }));
    const command = new UpdateItemCommand({
      TableName: table,
      Key: { [TableKeys.upgradeHistory]: { S: sn }, [HISTORY_SORT_KEY]: { S: upgradeId } },
      UpdateExpression: `SET ${attributes.map(({ name }) => `#${name} = if_not_exists(#${name}, :${name})`).join(', ')}`,
      ExpressionAttributeNames: Object.fromEntries(attributes.map(({ name }) => [`#${name}`, name])),
      ExpressionAttributeValues: Object.fromEntries(
        attributes.map(({ name, value }): [string, AttributeValue] => [`:${name}`, parameter(value)]),
      ),
    });
    await orUnavailable('writing a history', client.send(command));
  };
}
