import type { AttributeValue } from '@aws-sdk/client-dynamodb';

/** A PartiQL statement that writes one item under a condition: a constant text, and a value for each `?` in it. */
export interface Statement {
  readonly text: string;
  readonly parameters: AttributeValue[];
}

/** A table as statements name it, the only part of them that is not constant. Throws when no table can have the name. */
export function quotedTable(table: string): string {
  if (!/^[\w.-]{3,255}$/.test(table)) throw new Error('the table of upgrades has no valid name');
  return `"${table}"`;
}

export function parameter(value: string | number): AttributeValue {
  return typeof value === 'number' ? { N: String(value) } : { S: value };
}
