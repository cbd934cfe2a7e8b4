import { BatchGetItemCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { ATTEMPT_MS, ATTEMPTS } from '../config/deadline.ts';
import { StoreUnavailable } from '../domain/ports.ts';
import { backOff, chunksOf } from './batching.ts';
import type { RawItem } from './client.ts';
import { orUnavailable } from './or-unavailable.ts';
import { projection } from './projection.ts';

interface BatchRead {
  readonly table: string;
  readonly keyName: string;
  readonly keys: readonly string[];
  /** The other half of each key, in a table whose keys have two. */
  readonly fixed?: RawItem;
  /** Attributes to bring along; the key itself must be among them. All, if undefined. */
  readonly attributes?: readonly string[];
  readonly consistent: boolean;
  readonly signal?: AbortSignal;
}

/** DynamoDB takes at most 100 keys in one call. */
export const KEYS_PER_CALL = 100;

/** Calls made for the same keys as long as some are left unprocessed. */
const ROUNDS = 5;
/** No call begins later than this, the longest that one call takes: together they take about twice as long at most. */
const ROUNDS_MS = ATTEMPTS * ATTEMPT_MS;

/** The items that exist among the keys, in no order. All or nothing: rejects when any key stays unprocessed. */
export async function batchGet(client: DynamoDBClient, read: BatchRead): Promise<readonly RawItem[]> {
  const chunks = chunksOf(KEYS_PER_CALL, read.keys);
  return (await Promise.all(chunks.map((keys) => readChunk(client, read, keys)))).flat();
}

async function readChunk(client: DynamoDBClient, read: BatchRead, keys: readonly string[]): Promise<RawItem[]> {
  const items: RawItem[] = [];
  let pending: RawItem[] = keys.map((key) => ({ ...read.fixed, [read.keyName]: { S: key } }));
  const begun = performance.now();
  for (let round = 0; round < ROUNDS && performance.now() - begun < ROUNDS_MS; round += 1) {
    if (round > 0) await orUnavailable('waiting to read again', backOff(round, read.signal));
    const { Responses, UnprocessedKeys } = await orUnavailable(
      `reading a batch of ${read.table}`,
      send(client, read, pending),
    );
    items.push(...(Responses?.[read.table] ?? []));
    pending = UnprocessedKeys?.[read.table]?.Keys ?? [];
    if (pending.length === 0) return items;
  }
  throw new StoreUnavailable(`reading a batch of ${read.table}, with keys left unprocessed,`);
}

function send(client: DynamoDBClient, { table, attributes, consistent, signal }: BatchRead, Keys: RawItem[]) {
  const command = new BatchGetItemCommand({
    RequestItems: { [table]: { Keys, ConsistentRead: consistent, ...(attributes && projection(attributes)) } },
  });
  return client.send(command, signal && { abortSignal: signal });
}
