import { CREDENTIALS, REGION } from '../../../stage/account.ts';
import type { WireItem } from './attribute-values.ts';

const AUTHORIZATION = `AWS4-HMAC-SHA256 Credential=${CREDENTIALS.accessKeyId}/20260101/${REGION}/dynamodb/aws4_request, SignedHeaders=host, Signature=0`;

/**
 * Puts an item just as it is: past the database client, which would lose an attribute named `__proto__`, and does not let
 * every odd value through. Resolves to whether the engine took it; DynamoDB Local checks no signature.
 */
export async function putRaw(endpoint: string, table: string, item: WireItem): Promise<boolean> {
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': 'DynamoDB_20120810.PutItem',
      authorization: AUTHORIZATION,
    },
    body: JSON.stringify({ TableName: table, Item: item }),
  });
  await response.arrayBuffer();
  return response.ok;
}
