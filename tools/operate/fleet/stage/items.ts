import { GetCommand, paginateScan } from '@aws-sdk/lib-dynamodb';
import { CommandError } from '../../../command-line.ts';
import type { Row } from '../output/records.ts';
import type { Stage } from './stage.ts';

interface Scan {
  readonly table: keyof Stage['tables'];
  /** Attributes to fetch; all others stay in the table, and the secrets with them. */
  readonly attributes: readonly string[];
  /** Returns only items with this value; the attribute must be among those above. */
  readonly where?: { readonly attribute: string; readonly value: string } | undefined;
}

/** All items of a table, page by page, in no particular order. Reads the whole table, since none has an index for this. */
export async function* scan(
  { documents, tables }: Pick<Stage, 'documents' | 'tables'>,
  { table, attributes, where }: Scan,
): AsyncGenerator<Row, void> {
  // With placeholders, since some names are DynamoDB reserved words.
  const placeholders = attributes.map((name) => `#${name}`);
  const pages = paginateScan(
    { client: documents },
    {
      TableName: tables[table],
      ConsistentRead: true,
      ProjectionExpression: placeholders.join(', '),
      ExpressionAttributeNames: Object.fromEntries(attributes.map((name) => [`#${name}`, name])),
      ...(where && {
        FilterExpression: `#${where.attribute} = :value`,
        ExpressionAttributeValues: { ':value': where.value },
      }),
    },
  );
  for await (const { Items = [] } of pages) yield* Items;
}

const MISSING = { devices: 'There is no device', upgrades: 'No upgrade is on record for device' } as const;

/**
 * What is stored for a device: its record, or that of its last upgrade.
 * @throws CommandError when there is none
 */
export async function find({ documents, tables }: Stage, table: keyof typeof MISSING, sn: string): Promise<Row> {
  const command = new GetCommand({ TableName: tables[table], Key: { sn }, ConsistentRead: true });
  const { Item } = await documents.send(command);
  if (Item === undefined) throw new CommandError(`${MISSING[table]} ${sn}`);
  return Item;
}
