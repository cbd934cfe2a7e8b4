import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';

/**
 * Three attempts of at most 2 s each: short enough that a table that does not answer is reported well before the
 * function's own limit, and the caller's.
 */
const ATTEMPTS = 3;
const CONNECT_MS = 1_000;
const ANSWER_MS = 2_000;

/** Room for {@link CLAIMS_IN_FLIGHT} and the reads of other requests beside them. */
const SOCKETS = 256;

/** Claims that one container has in flight at most: a batch of 100 is one round trip. */
export const CLAIMS_IN_FLIGHT = 100;

type RawItem = Parameters<typeof unmarshall>[0];

/** Stored numbers come as JavaScript numbers whatever their size: the SDK would throw or give a BigInt beyond 2^53. */
const unmarshallOptions = { wrapNumbers: Number };

/** The client of a container. Costs nothing until it is used; settings come from Lambda's own environment. */
export function createDocumentClient(): DynamoDBDocumentClient {
  const agent = { keepAlive: true, maxSockets: SOCKETS };
  const client = new DynamoDBClient({
    maxAttempts: ATTEMPTS,
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      requestTimeout: ANSWER_MS,
      throwOnRequestTimeout: true,
      socketTimeout: ANSWER_MS,
      httpAgent: agent,
      httpsAgent: agent,
    },
  });
  // A copy: the document client adds to the options that it is given.
  return DynamoDBDocumentClient.from(client, { unmarshallOptions: { ...unmarshallOptions } });
}

/**
 * Attributes of an item as the document client would give them: the one in a failed condition's error it leaves in raw
 * form. No others: one that is named `__proto__` makes the SDK throw.
 */
export function fromRaw(item: RawItem, attributes: readonly string[]): Record<string, unknown> {
  const wanted = Object.entries(item).filter(([name]) => attributes.includes(name));
  return unmarshall(Object.fromEntries(wanted), unmarshallOptions);
}
