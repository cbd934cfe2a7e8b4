import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { putAll } from '../../batch-write.ts';
import type { TableNames } from '../tables.ts';
import { devices, firmwares, sessions } from './items.ts';

/** Puts the demo items into these tables; there are no upgrades, as the demonstration starts them. Doing so again restores them and leaves all other items alone. */
export async function loadDemoData(client: DynamoDBClient, tables: Omit<TableNames, 'upgrades'>): Promise<void> {
  const documents = DynamoDBDocumentClient.from(client);
  await putAll(documents, tables.sessions, sessions);
  await putAll(documents, tables.devices, devices);
  await putAll(documents, tables.firmwares, firmwares);
}
