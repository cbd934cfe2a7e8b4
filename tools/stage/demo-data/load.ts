import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { putAll } from '../../batch-write.ts';
import { demoItems, type DemoItems } from './items.ts';

/** Puts the demo items into these tables. Doing so again restores them and leaves all other items alone. */
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
