import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { UNMARSHALL_OPTIONS } from './client.ts';

/** The same client with items as plain objects. In a file of its own, so that only those who need it load it. */
export function documentClient(client: DynamoDBClient): DynamoDBDocumentClient {
  // A copy: the document client adds to the options that it is given.
  return DynamoDBDocumentClient.from(client, { unmarshallOptions: { ...UNMARSHALL_OPTIONS } });
}
