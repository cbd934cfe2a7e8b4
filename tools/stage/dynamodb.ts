import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { LOCAL } from './account.ts';

/** A client of the DynamoDB engine at `endpoint`, a URL. The caller must destroy it. */
export function localDynamoDB(endpoint: string, settings: DynamoDBClientConfig = {}): DynamoDBClient {
  return new DynamoDBClient({ ...settings, ...LOCAL, endpoint });
}
