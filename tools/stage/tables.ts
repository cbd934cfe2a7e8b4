import {
  CreateTableCommand,
  DeleteTableCommand,
  paginateListTables,
  UpdateTimeToLiveCommand,
  waitUntilTableExists,
  waitUntilTableNotExists,
  type DynamoDBClient,
} from '@aws-sdk/client-dynamodb';
import * as v from 'valibot';
import { CommandError } from '../command-line.ts';
import { outputRef, resourcesOf, type Template } from './template.ts';

/** The name of each table by its role. */
export const TableNamesSchema = v.object({
  sessions: v.string(),
  devices: v.string(),
  firmwares: v.string(),
  upgrades: v.string(),
  upgradeHistory: v.string(),
  rollouts: v.string(),
});

export type TableNames = Readonly<v.InferOutput<typeof TableNamesSchema>>;

/** What the outputs of the stack say of each table, such as `SessionsTableName`. */
export function tableOutputs(find: (output: string) => string | undefined): object {
  const roles = Object.keys(TableNamesSchema.entries);
  return Object.fromEntries(
    roles.map((role) => [role, find(`${role.charAt(0).toUpperCase()}${role.slice(1)}TableName`)]),
  );
}

const KeySchema = v.array(v.object({ AttributeName: v.string(), KeyType: v.picklist(['HASH', 'RANGE']) }));

const TableSchema = v.object({
  KeySchema,
  AttributeDefinitions: v.array(v.object({ AttributeName: v.string(), AttributeType: v.picklist(['S', 'N', 'B']) })),
  BillingMode: v.literal('PAY_PER_REQUEST'),
  StreamSpecification: v.optional(
    v.object({ StreamViewType: v.picklist(['NEW_IMAGE', 'OLD_IMAGE', 'NEW_AND_OLD_IMAGES', 'KEYS_ONLY']) }),
  ),
  TimeToLiveSpecification: v.optional(v.object({ AttributeName: v.string(), Enabled: v.boolean() })),
  GlobalSecondaryIndexes: v.optional(
    v.array(
      v.strictObject({
        IndexName: v.string(),
        KeySchema,
        Projection: v.strictObject({ ProjectionType: v.picklist(['KEYS_ONLY', 'ALL']) }),
      }),
    ),
  ),
  // Refused rather than ignored: a query on a missing index would fail only here.
  LocalSecondaryIndexes: v.optional(v.never()),
});

type TableProperties = v.InferOutput<typeof TableSchema>;

/** Local names of the tables, which are their logical ids. */
export function tableNames(template: Template): TableNames {
  return v.parse(
    TableNamesSchema,
    tableOutputs((output) => outputRef(template, output)),
  );
}

/** What becomes of tables that an earlier stage has left: a CommandError, they are deleted, or served as they are. */
export type LeftTables = 'refused' | 'replaced' | 'kept';

/**
 * Creates every table of the template, named by its logical id. Resolves to whether any is new. Throws a CommandError if one
 * exists, perhaps from another template, and is to be refused.
 */
export async function createTables(
  template: Template,
  client: DynamoDBClient,
  left: LeftTables = 'refused',
): Promise<boolean> {
  const tables = resourcesOf(template, 'AWS::DynamoDB::Table', TableSchema);
  const pages = await Array.fromAsync(paginateListTables({ client }, {}));
  const names = new Set(pages.flatMap(({ TableNames = [] }) => TableNames));
  const existing = tables.map(({ id }) => id).filter((name) => names.has(name));
  if (existing.length > 0 && left === 'refused') {
    throw new CommandError(
      'That DynamoDB engine already has the tables of a stage, perhaps of one that is running. ' +
        'Use --keep-tables to serve them, --replace-tables to delete them, or another engine.',
    );
  }
  const kept = left === 'kept' ? existing : [];
  if (left === 'replaced') await Promise.all(existing.map((name) => remove(client, name)));
  const missing = tables.filter(({ id }) => !kept.includes(id));
  await Promise.all(missing.map(({ id, properties }) => create(client, id, properties)));
  return missing.length > 0;
}

async function create(client: DynamoDBClient, TableName: string, properties: TableProperties): Promise<void> {
  const { StreamSpecification: stream, TimeToLiveSpecification, LocalSecondaryIndexes, ...table } = properties;
  const StreamSpecification = stream && { StreamEnabled: true, ...stream };
  await client.send(new CreateTableCommand({ TableName, ...table, StreamSpecification }));
  await waitUntilTableExists({ client, maxWaitTime: 30, minDelay: 1 }, { TableName });
  if (TimeToLiveSpecification === undefined) return;
  // Not every engine supports it, and nothing depends on it: every reader of an item checks its expiry.
  await client.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification })).catch(() => undefined);
}

async function remove(client: DynamoDBClient, name: string): Promise<void> {
  await client.send(new DeleteTableCommand({ TableName: name }));
  await waitUntilTableNotExists({ client, maxWaitTime: 30, minDelay: 1 }, { TableName: name });
}
