import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { CREDENTIALS, REGION } from './account.ts';

/** A client of the DynamoDB engine at `endpoint`, a URL. Whoever makes it destroys it. */
export function localDynamoDB(endpoint: string): DynamoDBClient {
  return new DynamoDBClient({ endpoint, region: REGION, credentials: CREDENTIALS });
}
