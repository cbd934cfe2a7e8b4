import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { UNMARSHALL_OPTIONS } from './client.ts';

/** The same client with items as plain objects. Its own file, so that who does without it does not load it. */
export function documentClient(client: DynamoDBClient): DynamoDBDocumentClient {
  // A copy: the document client adds to the options that it is given.
  return DynamoDBDocumentClient.from(client, { unmarshallOptions: { ...UNMARSHALL_OPTIONS } });
}
