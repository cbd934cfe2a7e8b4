import { ConditionalCheckFailedException, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { GetCommand, paginateScan, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { TableKeys } from '../../../../functions/store/keys.ts';
import { projection } from '../../../../functions/store/projection.ts';
import { CommandError } from '../../../command-line.ts';
import type { TableNames } from '../../../stage/tables.ts';
import { keyText, scalarsOf, type Row } from '../output.ts';

/** What the tool needs to know about a stage. */
export interface StageAddress {
  /** Base URL of the API, without a trailing slash. */
  readonly url: string;
  readonly tables: TableNames;
  /** For the stores that handle raw items. */
  readonly client: DynamoDBClient;
  /** Name of the tool's user, as those who run the stage know it: on AWS, the caller's ARN. */
  readonly operator: () => Promise<string>;
}

/** A stage that the tool works on. */
export interface Stage extends StageAddress {
  readonly documents: DynamoDBDocumentClient;
}

interface Scan {
  readonly table: keyof TableNames;
  /** Attributes to fetch; all others stay in the table, and the secrets with them. */
  readonly attributes: readonly string[];
  /** Returns only items with this value; its name is no reserved word. */
  readonly where?: { readonly attribute: string; readonly value: string } | undefined;
}

/**
 * All items of a table, page by page, in no particular order, with those of their attributes that are text, numbers or
 * booleans. Reads the whole table, since none has an index for this.
 */
export async function* scan(
  { documents, tables }: Pick<Stage, 'documents' | 'tables'>,
  { table, attributes, where }: Scan,
): AsyncGenerator<Row, void> {
  const pages = paginateScan(
    { client: documents },
    {
      TableName: tables[table],
      ConsistentRead: true,
      ...projection(attributes),
      ...(where && {
        FilterExpression: `${where.attribute} = :value`,
        ExpressionAttributeValues: { ':value': where.value },
      }),
    },
  );
  for await (const { Items = [] } of pages) for (const item of Items) yield scalarsOf(item, attributes);
}

const MISSING = {
  devices: 'There is no device',
  upgrades: 'No upgrade is on record for device',
  firmwares: 'There is no firmware',
} as const;

/**
 * What is stored under a key: a device, its last upgrade, or a firmware.
 * @throws CommandError when there is none
 */
export async function find(
  { documents, tables }: Stage,
  table: keyof typeof MISSING,
  key: string | number,
): Promise<Row> {
  const command = new GetCommand({ TableName: tables[table], Key: { [TableKeys[table]]: key }, ConsistentRead: true });
  const { Item } = await documents.send(command);
  if (Item === undefined) throw new CommandError(`${MISSING[table]} ${keyText(key)}`);
  return Item;
}

/** The part of an update that sets attributes: each with the placeholders `#name` and `:name`. */
export function setting(values: Row) {
  const names = Object.keys(values);
  return {
    UpdateExpression: `SET ${names.map((name) => `#${name} = :${name}`).join(', ')}`,
    ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
    ExpressionAttributeValues: Object.fromEntries(names.map((name) => [`:${name}`, values[name]])),
  };
}

/**
 * Waits for a write, and throws a CommandError with this message if its condition failed.
 * @param isDone whether the table has what is to be written: a write whose reply was lost is repeated, and refused by itself
 */
export async function conditionally(
  write: Promise<unknown>,
  refusal: string,
  isDone: () => Promise<boolean> = () => Promise.resolve(false),
): Promise<void> {
  try {
    await write;
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    if (!(await isDone())) throw new CommandError(refusal);
  }
}
