import { DynamoDBClient, type AttributeValue, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { attemptsInTime } from './attempts-in-time.ts';

/**
 * Three attempts of at most 2 s each, connecting included: short enough that a table that does not answer is reported
 * well before the function's own limit, and the caller's. Throttling is waited out for up to 1 s, then up to 2 s.
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
export const UNMARSHALL_OPTIONS = { wrapNumbers: Number };

/**
 * The client of a container. Costs nothing until it is used; settings come from Lambda's own environment.
 * @param settings with `cacheMiddleware` calls without options need not put it together, 3 % of the processor time of a
 *   batch; but no document client can be made of it
 */
export function createClient(settings: Pick<DynamoDBClientConfig, 'cacheMiddleware'> = {}): DynamoDBClient {
  const agent = { keepAlive: true, maxSockets: SOCKETS };
  const client = new DynamoDBClient({
    ...settings,
    maxAttempts: ATTEMPTS,
    requestHandler: {
      requestTimeout: ANSWER_MS,
      throwOnRequestTimeout: true,
      socketTimeout: ANSWER_MS,
      httpAgent: agent,
      httpsAgent: agent,
    },
  });
  // Nobody reads the client's own log, for which it would copy the input of each claim that is refused: 5 % of a repeat.
  client.middlewareStack.remove('loggerMiddleware');
  attemptsInTime(client);
  return client;
}

/** An item as the document client would give it. */
export function fromRaw(item: RawItem): Record<string, unknown> {
  // The client gives the value undefined to an attribute named `__proto__`, against its type, and unmarshall throws at that.
  const attributes: [string, AttributeValue | undefined][] = Object.entries(item);
  const readable = attributes.filter((entry): entry is [string, AttributeValue] => entry[1] !== undefined);
  return unmarshall(Object.fromEntries(readable), UNMARSHALL_OPTIONS);
}
