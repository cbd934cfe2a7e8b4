import type { AttributeValue } from '@aws-sdk/client-dynamodb';

/** A PartiQL statement that writes one item under a condition: a constant text, and a value for each `?` in it. */
export interface Statement {
  readonly text: string;
  readonly parameters: AttributeValue[];
}

/** A table as statements name it, the only part of them that is not constant. Throws when no table can have the name. */
export function quotedTable(table: string): string {
  if (!/^[\w.-]{3,255}$/.test(table)) throw new Error('a table has no valid name');
  return `"${table}"`;
}

/** The codes and names of errors that say that a condition failed. DynamoDB Local names the second without `Exception`. */
export const CONDITION_FAILED = /^(ConditionalCheckFailed|DuplicateItem)(Exception)?$/;
/** The codes of failures that may pass within a moment. None of them says anything about what is on record. */
export const PASSING = /^(ThrottlingError|ProvisionedThroughputExceeded|RequestLimitExceeded|TransactionConflict)$/;

/** Only the name of an error of the client: its message may hold the statement. */
export function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}

export function parameter(value: string | number): AttributeValue {
  return typeof value === 'number' ? { N: String(value) } : { S: value };
}
