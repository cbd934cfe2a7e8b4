import { setTimeout } from 'node:timers/promises';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { BatchWriteCommand, DynamoDBDocumentClient, type BatchWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { demoItems, type DemoItems } from './items.ts';

type Requests = NonNullable<BatchWriteCommandInput['RequestItems']>;

/** Most items in one BatchWriteItem. */
const BATCH_SIZE = 25;
const MAX_ATTEMPTS = 8;
const FIRST_PAUSE_MS = 50;

/**
 * Puts the demo items into the tables of these names. Doing it again restores them and leaves all other items alone.
 * Throws when the engine keeps leaving items unprocessed.
 */
export async function loadDemoData(
  client: DynamoDBClient,
  tables: Readonly<Record<keyof DemoItems, string>>,
): Promise<void> {
  const documents = DynamoDBDocumentClient.from(client);
  const { sessions, devices, firmwares } = demoItems();
  await putAll(documents, tables.sessions, sessions);
  await putAll(documents, tables.devices, devices);
  await putAll(documents, tables.firmwares, firmwares);
}

/** Writes items to a table, in as many calls as it takes, over what has the same keys. Throws when the engine leaves some unprocessed. */
export async function putAll(
  documents: DynamoDBDocumentClient,
  table: string,
  items: readonly object[],
): Promise<void> {
  for (let start = 0; start < items.length; start += BATCH_SIZE) {
    const batch = items.slice(start, start + BATCH_SIZE);
    await writeAll(documents, { [table]: batch.map((Item) => ({ PutRequest: { Item } })) });
  }
}

async function writeAll(documents: DynamoDBDocumentClient, requests: Requests): Promise<void> {
  let left = requests;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    if (attempt > 0) await setTimeout(FIRST_PAUSE_MS * 2 ** (attempt - 1));
    const { UnprocessedItems = {} } = await documents.send(new BatchWriteCommand({ RequestItems: left }));
    if (Object.keys(UnprocessedItems).length === 0) return;
    left = UnprocessedItems;
  }
  throw new Error(`items were still unprocessed after ${String(MAX_ATTEMPTS)} attempts`);
}
