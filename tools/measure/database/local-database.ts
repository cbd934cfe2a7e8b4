import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { putAll } from '../../batch-write.ts';
import { loadDemoData } from '../../stage/demo-data/items.ts';
import { localDynamoDB } from '../../stage/dynamodb.ts';
import { startEngine } from '../../stage/engine.ts';
import { createTables, tableNames } from '../../stage/tables.ts';
import type { Template } from '../../stage/template.ts';
import { IDEMPOTENCY_TABLE, upgradesTable } from '../subjects.ts';
import { deviceItem, serialNumbers, type TestDatabase } from './test-database.ts';

/** Starts DynamoDB Local with the tables of the stack and of the subjects, and the demo data. */
export async function startLocalDatabase(
  scope: AsyncDisposableStack,
  template: Template,
  subjects: readonly string[],
): Promise<TestDatabase> {
  const { endpoint } = await startEngine(scope);
  const client = scope.use(localDynamoDB(endpoint));
  const tables = tableNames(template);
  await createTables(withTablesOf(subjects, template), client);
  const documents = DynamoDBDocumentClient.from(client);
  await loadDemoData(documents, tables);
  const take = serialNumbers();
  return {
    name: 'DynamoDB Local',
    endpoint,
    devices: async (size, batches) => {
      const taken = take(size, batches);
      await putAll(documents, tables.devices, taken.flat().map(deviceItem));
      return taken;
    },
  };
}

/** An Upgrades table for each subject, with the same stream as the stack's: it costs the engine time. */
function withTablesOf(subjects: readonly string[], template: Template): Template {
  const upgrades = template.Resources[tableNames(template).upgrades];
  if (upgrades === undefined) throw new Error('the stack has no Upgrades table');
  const Properties = {
    KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
    BillingMode: 'PAY_PER_REQUEST',
  };
  const own = Object.fromEntries(subjects.map((name) => [upgradesTable(name), upgrades]));
  const idempotency = { [IDEMPOTENCY_TABLE]: { Type: upgrades.Type, Properties } };
  return { ...template, Resources: { ...template.Resources, ...own, ...idempotency } };
}
