import { setTimeout as pause } from 'node:timers/promises';
import {
  ProvisionedThroughputExceededException,
  RequestLimitExceeded,
  ThrottlingException,
} from '@aws-sdk/client-dynamodb';
import { BatchWriteCommand, type BatchWriteCommandInput, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { DeviceItem } from '../../../../../functions/store/items.ts';
import { FleetError } from '../../fleet-error.ts';

type Requests = NonNullable<BatchWriteCommandInput['RequestItems']>[string];

/** Attempts in vain, some half a minute of them, after which a table will hardly take more soon. */
const PATIENCE = 12;
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 5_000;

/**
 * Puts at most 25 devices, all different, and comes back with those that the table had no capacity for. Throws a
 * FleetError when it takes none of them for half a minute.
 */
export async function putBatch(
  documents: Pick<DynamoDBDocumentClient, 'send'>,
  table: string,
  devices: readonly DeviceItem[],
): Promise<void> {
  let left: Requests = devices.map((Item) => ({ PutRequest: { Item } }));
  for (let attempt = 1, inVain = 0; inVain < PATIENCE; attempt += 1) {
    const unprocessed = await send(documents, table, left);
    if (unprocessed.length === 0) return;
    inVain = unprocessed.length < left.length ? 0 : inVain + 1;
    left = unprocessed;
    await backOff(attempt);
  }
  throw new FleetError('The table is throttled and has taken nothing for half a minute');
}

/** What was not written. The engine refuses a whole batch by an error, and a part of it by naming that. */
async function send(
  documents: Pick<DynamoDBDocumentClient, 'send'>,
  table: string,
  requests: Requests,
): Promise<Requests> {
  try {
    const { UnprocessedItems } = await documents.send(new BatchWriteCommand({ RequestItems: { [table]: requests } }));
    return UnprocessedItems?.[table] ?? [];
  } catch (error) {
    if (isThrottling(error)) return requests;
    throw error;
  }
}

function isThrottling(error: unknown): boolean {
  return (
    error instanceof ProvisionedThroughputExceededException ||
    error instanceof RequestLimitExceeded ||
    error instanceof ThrottlingException
  );
}

/** Doubles with each attempt; half of it by chance, so that the calls in flight do not come back in step. */
async function backOff(attempt: number): Promise<void> {
  const longest = Math.min(FIRST_PAUSE_MS * 2 ** (attempt - 1), LONGEST_PAUSE_MS);
  await pause(longest * (0.5 + Math.random() / 2));
}
