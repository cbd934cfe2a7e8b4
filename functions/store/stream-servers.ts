import { GetCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { StreamServers } from '../domain/ports.ts';
import { orUnavailable } from './or-unavailable.ts';
import { TableKeys } from './keys.ts';

/** Stream servers of the devices in DynamoDB, just as they are stored. */
export function streamServersIn(table: string, client: DynamoDBDocumentClient): StreamServers {
  return {
    async find(sn) {
      const command = new GetCommand({
        TableName: table,
        Key: { [TableKeys.devices]: sn },
        ProjectionExpression: '#sn, #streamServers',
        ExpressionAttributeNames: { '#sn': TableKeys.devices, '#streamServers': 'streamServers' },
      });
      const { Item } = await orUnavailable('reading stream servers', client.send(command));
      return Item && { stored: Item['streamServers'] };
    },
  };
}
