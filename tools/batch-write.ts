import { setTimeout as pause } from 'node:timers/promises';
import {
  BatchWriteCommand,
  type BatchWriteCommandInput,
  type DynamoDBDocumentClient,
  type PutCommandInput,
} from '@aws-sdk/lib-dynamodb';
import pLimit from 'p-limit';
import { CommandError } from './command-line.ts';

/** An item to put, as the document client takes it. */
export type NewItem = NonNullable<PutCommandInput['Item']>;

type Writer = Pick<DynamoDBDocumentClient, 'send'>;
type Requests = NonNullable<BatchWriteCommandInput['RequestItems']>[string];

/** The most items that one BatchWriteItem takes. */
const BATCH_SIZE = 25;

/** At about 10 ms a call this is several times what a new table takes, so that the table sets the pace. */
const BATCHES_IN_FLIGHT = 16;

/** Attempts without progress, about half a minute of them, after which a table will hardly recover soon. */
const PATIENCE = 12;
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 5_000;

const THROTTLING = new Set(['ProvisionedThroughputExceededException', 'RequestLimitExceeded', 'ThrottlingException']);

/**
 * Puts items into a table, in no particular order. Their keys must differ. Resolves when the table has them all.
 * @throws CommandError when the table is throttled and takes nothing for half a minute
 */
export async function putAll(
  documents: Writer,
  table: string,
  items: readonly NewItem[],
  batchesInFlight = BATCHES_IN_FLIGHT,
): Promise<void> {
  const batches: NewItem[][] = [];
  for (let start = 0; start < items.length; start += BATCH_SIZE) batches.push(items.slice(start, start + BATCH_SIZE));
  const limit = pLimit(batchesInFlight);
  try {
    await limit.map(batches, (batch) => putBatch(documents, table, batch));
  } finally {
    // After a failure, those that wait would still be sent.
    limit.clearQueue();
  }
}

async function putBatch(documents: Writer, table: string, items: readonly NewItem[]): Promise<void> {
  let left: Requests = items.map((Item) => ({ PutRequest: { Item } }));
  for (let attempt = 1, inVain = 0; inVain < PATIENCE; attempt += 1) {
    const unprocessed = await send(documents, table, left);
    if (unprocessed.length === 0) return;
    inVain = unprocessed.length < left.length ? 0 : inVain + 1;
    left = unprocessed;
    await backOff(attempt);
  }
  throw new CommandError('The table is throttled and has taken nothing for half a minute');
}

/**
 * The requests that were not written. The engine rejects a whole batch with an error, and a part of it by listing that
 * part.
 */
async function send(documents: Writer, table: string, requests: Requests): Promise<Requests> {
  try {
    const { UnprocessedItems } = await documents.send(new BatchWriteCommand({ RequestItems: { [table]: requests } }));
    return UnprocessedItems?.[table] ?? [];
  } catch (error) {
    if (error instanceof Error && THROTTLING.has(error.name)) return requests;
    throw error;
  }
}

/** Doubles with each attempt; half of it is random, so that the calls in flight do not retry in step. */
async function backOff(attempt: number): Promise<void> {
  const longest = Math.min(FIRST_PAUSE_MS * 2 ** (attempt - 1), LONGEST_PAUSE_MS);
  await pause(longest * (0.5 + Math.random() / 2));
}
