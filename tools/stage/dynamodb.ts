import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { LOCAL } from './account.ts';

class LocalDynamoDB extends DynamoDBClient {
  [Symbol.dispose](): void {
    this.destroy();
  }
}

/** A client of the DynamoDB engine at `endpoint`, a URL. The caller must dispose of it. */
export function localDynamoDB(endpoint: string, settings: DynamoDBClientConfig = {}): LocalDynamoDB {
  return new LocalDynamoDB({ ...settings, ...LOCAL, endpoint });
}
