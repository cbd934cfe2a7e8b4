import { DynamoDBClient, type AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { ATTEMPT_MS, ATTEMPTS } from '../config/deadline.ts';

/** Enough for the writes of `conditionalWriter` and the reads of other requests at the same time. */
const SOCKETS = 256;

/** An item as the low-level client gives and takes it. */
export type RawItem = Record<string, AttributeValue>;

/** Stored numbers come as JavaScript numbers whatever their size: the SDK would throw or give a BigInt beyond 2^53. */
export const UNMARSHALL_OPTIONS = { wrapNumbers: Number };

/** The container's client. It costs nothing until it is used; its settings come from Lambda's environment. */
export function createClient(): DynamoDBClient {
  const agent = { keepAlive: true, maxSockets: SOCKETS };
  const client = new DynamoDBClient({
    maxAttempts: ATTEMPTS,
    requestHandler: {
      requestTimeout: ATTEMPT_MS,
      throwOnRequestTimeout: true,
      socketTimeout: ATTEMPT_MS,
      httpAgent: agent,
      httpsAgent: agent,
    },
  });
  // Nobody reads the client's own log, for which it would copy the input and the output of each call.
  client.middlewareStack.remove('loggerMiddleware');
  return client;
}

/** The text of an attribute that every item has, such as a key. */
export function textIn(item: RawItem, name: string): string {
  return String(item[name]?.S);
}

/** An item as the document client would give it. */
export function fromRaw(item: RawItem): Record<string, unknown> {
  // The client gives the value undefined to an attribute named `__proto__`, against its type, and unmarshall throws at that.
  const attributes: [string, AttributeValue | undefined][] = Object.entries(item);
  const readable = attributes.filter((entry): entry is [string, AttributeValue] => entry[1] !== undefined);
  return unmarshall(Object.fromEntries(readable), UNMARSHALL_OPTIONS);
}
