import { DynamoDBClient, type AttributeValue } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';

/**
 * Three attempts of at most 2 s each, connecting included: short enough that a table that does not answer is reported
 * well before the function's own limit, and the caller's.
 */
const ATTEMPTS = 3;
const ANSWER_MS = 2_000;

/** Room for {@link CLAIMS_IN_FLIGHT} and the reads of other requests beside them. */
const SOCKETS = 256;

/** Claims that one container has in flight at most: a batch of 100 is one round trip. */
export const CLAIMS_IN_FLIGHT = 100;

/** An item as the low-level client gives and takes it. */
export type RawItem = Record<string, AttributeValue>;

/** Stored numbers come as JavaScript numbers whatever their size: the SDK would throw or give a BigInt beyond 2^53. */
const unmarshallOptions = { wrapNumbers: Number };

/**
 * The client of a container. Costs nothing until it is used; settings come from Lambda's own environment. Stores that
 * handle many items in a request use it as it is: with plain objects a batch of 1,000 took 6 % more processor time.
 */
export function createClient(): DynamoDBClient {
  const agent = { keepAlive: true, maxSockets: SOCKETS };
  return new DynamoDBClient({
    maxAttempts: ATTEMPTS,
    requestHandler: {
      requestTimeout: ANSWER_MS,
      throwOnRequestTimeout: true,
      socketTimeout: ANSWER_MS,
      httpAgent: agent,
      httpsAgent: agent,
    },
  });
}

/** The same client with items as plain objects. */
export function documentClient(client: DynamoDBClient): DynamoDBDocumentClient {
  // A copy: the document client adds to the options that it is given.
  return DynamoDBDocumentClient.from(client, { unmarshallOptions: { ...unmarshallOptions } });
}

/** An item as the document client would give it. */
export function fromRaw(item: RawItem): Record<string, unknown> {
  return unmarshall(item, unmarshallOptions);
}
