import { setTimeout as pause } from 'node:timers/promises';
import { BatchGetItemCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { StoreUnavailable } from '../domain/ports.ts';
import { answered } from './answered.ts';
import type { RawItem } from './client.ts';

interface BatchRead {
  readonly table: string;
  readonly keyName: string;
  readonly keys: readonly string[];
  /** Attributes to bring along; the key itself must be among them. */
  readonly attributes: readonly string[];
  readonly consistent: boolean;
  readonly signal?: AbortSignal;
}

/** DynamoDB takes at most 100 keys in one call. */
const KEYS_PER_CALL = 100;

/** Unprocessed keys are asked for again after about 50, 100, 200 and 400 ms. */
const ROUNDS = 5;
const FIRST_PAUSE_MS = 50;

/** The items that exist among the keys, in no order. All or nothing: rejects when any key stays unprocessed. */
export async function batchGet(client: DynamoDBClient, read: BatchRead): Promise<readonly RawItem[]> {
  const chunks: string[][] = [];
  for (let start = 0; start < read.keys.length; start += KEYS_PER_CALL) {
    chunks.push(read.keys.slice(start, start + KEYS_PER_CALL));
  }
  return (await Promise.all(chunks.map((keys) => readChunk(client, read, keys)))).flat();
}

async function readChunk(client: DynamoDBClient, read: BatchRead, keys: readonly string[]): Promise<RawItem[]> {
  const items: RawItem[] = [];
  let pending: RawItem[] = keys.map((key) => ({ [read.keyName]: { S: key } }));
  for (let round = 0; round < ROUNDS; round += 1) {
    if (round > 0) await backOff(round, read.signal);
    const { Responses, UnprocessedKeys } = await answered('reading a batch', send(client, read, pending));
    items.push(...(Responses?.[read.table] ?? []));
    pending = UnprocessedKeys?.[read.table]?.Keys ?? [];
    if (pending.length === 0) return items;
  }
  throw new StoreUnavailable('reading a batch, with keys left unprocessed,');
}

/** Attribute names stand behind placeholders, as some of them are words that DynamoDB reserves. */
function send(client: DynamoDBClient, { table, attributes, consistent, signal }: BatchRead, Keys: RawItem[]) {
  const names = Object.fromEntries(attributes.map((name, index) => [`#${String(index)}`, name]));
  const command = new BatchGetItemCommand({
    RequestItems: {
      [table]: {
        Keys,
        ConsistentRead: consistent,
        ProjectionExpression: Object.keys(names).join(', '),
        ExpressionAttributeNames: names,
      },
    },
  });
  return client.send(command, signal && { abortSignal: signal });
}

/** Doubles with each round; half of it by chance, so that callers do not come back in step. */
async function backOff(round: number, signal: AbortSignal | undefined): Promise<void> {
  const longest = FIRST_PAUSE_MS * 2 ** (round - 1);
  const delay = pause(longest * (0.5 + Math.random() / 2), undefined, signal && { signal });
  await answered('waiting to read again', delay);
}
