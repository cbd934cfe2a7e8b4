import { QueryCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { UpgradeHistory } from '../domain/ports.ts';
import type { PastUpgrade } from '../domain/upgrade.ts';
import { textIn, type RawItem } from './client.ts';
import { HISTORY_SORT_KEY, TableKeys } from './keys.ts';
import { orUnavailable } from './or-unavailable.ts';
import { recordedUpgrade } from './upgrade-records.ts';

/** The past of devices in DynamoDB: one item for each upgrade. */
export function upgradeHistoryIn(table: string, client: DynamoDBClient): UpgradeHistory {
  return {
    async findSome(sn, most, before) {
      const isOlder = before === undefined ? '' : ' AND #id < :before';
      const command = new QueryCommand({
        TableName: table,
        KeyConditionExpression: `#sn = :sn${isOlder}`,
        ExpressionAttributeNames: {
          '#sn': TableKeys.upgradeHistory,
          ...(before !== undefined && { '#id': HISTORY_SORT_KEY }),
        },
        ExpressionAttributeValues: { ':sn': { S: sn }, ...(before !== undefined && { ':before': { S: before } }) },
        ScanIndexForward: false,
        Limit: most,
      });
      const { Items = [] } = await orUnavailable('reading a history', client.send(command));
      return Items.map(pastUpgrade);
    },
  };
}

function pastUpgrade(item: RawItem): PastUpgrade {
  const { state, endedAt } = item;
  return {
    ...recordedUpgrade(item),
    upgradeId: textIn(item, HISTORY_SORT_KEY),
    state: state?.S ?? 'requested',
    endedAt: endedAt?.S,
  };
}
