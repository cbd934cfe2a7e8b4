import { paginateScan } from '@aws-sdk/lib-dynamodb';
import type { Stage } from './stage.ts';

/** An item as it is stored, which may be odd. */
export type Item = Readonly<Record<string, unknown>>;

interface Scan {
  readonly table: keyof Stage['tables'];
  /** Attributes to bring along; all others stay in the table, and with them the secrets. */
  readonly attributes: readonly string[];
  /** Brings only items with this value; the attribute must be among those. */
  readonly where?: { readonly attribute: string; readonly value: string } | undefined;
}

/**
 * All items of a table, page by page, in no order. Reads the whole table, as none has an index for it.
 */
export async function* scan(
  { documents, tables }: Pick<Stage, 'documents' | 'tables'>,
  { table, attributes, where }: Scan,
): AsyncGenerator<Item, void> {
  // Behind placeholders, as some names are words that DynamoDB reserves.
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
