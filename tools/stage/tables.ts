import {
  CreateTableCommand,
  DeleteTableCommand,
  ListTablesCommand,
  UpdateTimeToLiveCommand,
  waitUntilTableExists,
  waitUntilTableNotExists,
  type DynamoDBClient,
} from '@aws-sdk/client-dynamodb';
import * as v from 'valibot';
import type { TableKeys } from '../../functions/store/keys.ts';
import { StartError } from './start-error.ts';
import { outputRef, resourcesOf, type Template } from './template.ts';

/** Name of each table by its role. */
export type TableNames = Readonly<Record<keyof typeof TableKeys | 'rollouts', string>>;

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
  return {
    sessions: outputRef(template, 'SessionsTableName'),
    devices: outputRef(template, 'DevicesTableName'),
    firmwares: outputRef(template, 'FirmwaresTableName'),
    upgrades: outputRef(template, 'UpgradesTableName'),
    upgradeHistory: outputRef(template, 'UpgradeHistoryTableName'),
    rollouts: outputRef(template, 'RolloutsTableName'),
  };
}

/**
 * Creates every table of the template, named by its logical id. Throws a StartError if one exists, perhaps from another
 * template, and may not be replaced.
 */
export async function createTables(template: Template, client: DynamoDBClient, replace = false): Promise<void> {
  const tables = resourcesOf(template, 'AWS::DynamoDB::Table', TableSchema);
  const { TableNames = [] } = await client.send(new ListTablesCommand({}));
  const existing = tables.map(({ id }) => id).filter((name) => TableNames.includes(name));
  if (existing.length > 0 && !replace) {
    throw new StartError(
      'That DynamoDB engine already has the tables of a stage, perhaps of one that is running. ' +
        'Use --replace-tables to delete them, or another engine.',
    );
  }
  await Promise.all(existing.map((name) => remove(client, name)));
  await Promise.all(tables.map(({ id, properties }) => create(client, id, properties)));
}

async function create(client: DynamoDBClient, name: string, properties: TableProperties): Promise<void> {
  const {
    KeySchema,
    AttributeDefinitions,
    BillingMode,
    GlobalSecondaryIndexes,
    StreamSpecification: stream,
  } = properties;
  await client.send(
    new CreateTableCommand({
      TableName: name,
      KeySchema,
      AttributeDefinitions,
      BillingMode,
      GlobalSecondaryIndexes,
      ...(stream && { StreamSpecification: { StreamEnabled: true, ...stream } }),
    }),
  );
  await waitUntilTableExists({ client, maxWaitTime: 30, minDelay: 1 }, { TableName: name });
  await expire(client, name, properties.TimeToLiveSpecification);
}

async function remove(client: DynamoDBClient, name: string): Promise<void> {
  await client.send(new DeleteTableCommand({ TableName: name }));
  await waitUntilTableNotExists({ client, maxWaitTime: 30, minDelay: 1 }, { TableName: name });
}

async function expire(client: DynamoDBClient, name: string, ttl: TableProperties['TimeToLiveSpecification']) {
  if (ttl === undefined) return;
  try {
    await client.send(new UpdateTimeToLiveCommand({ TableName: name, TimeToLiveSpecification: ttl }));
  } catch {
    // Not every engine supports it, and nothing depends on it: every reader of an item checks its expiry.
  }
}
