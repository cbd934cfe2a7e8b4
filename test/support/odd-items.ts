/** Items that only other services, or a hand, could write: values of any type, and attributes named `__proto__`. */
import { isDeepStrictEqual } from 'node:util';
import { expect } from '@jest/globals';
import { stage } from './stage.ts';

/** A value as it goes over the wire, by its type: `{ S: 'text' }`. */
export type Wire = Readonly<Record<string, unknown>>;
export type Item = Readonly<Record<string, Wire>>;

/** Keys that a table takes, and that are no serial numbers. */
export const ODD_KEYS = ['__proto__', 'A1\u001B[2J', 'A1\u202E', '"A1"', ' ', 'A'.repeat(65)];

/** Stores an item as it is: the database client would lose an attribute named `__proto__`. Signatures are not checked. */
export async function putRaw(table: keyof typeof stage.tables, item: Item): Promise<void> {
  const credential = 'Credential=local/20260101/us-east-1/dynamodb/aws4_request';
  const headers = {
    'content-type': 'application/x-amz-json-1.0',
    'x-amz-target': 'DynamoDB_20120810.PutItem',
    authorization: `AWS4-HMAC-SHA256 ${credential}, SignedHeaders=host, Signature=0`,
  };
  const body = JSON.stringify({ TableName: stage.tables[table], Item: item });
  const response = await fetch(stage.dynamodbEndpoint, { method: 'POST', headers, body });
  expect([body, await response.text()]).toEqual([body, '{}']);
}

/** Values of every type that the database knows, made from the right one so that a careless reader would take them. */
export function oddValues(right: Wire): Wire[] {
  const text = Object.values(right).join();
  const bytes = Buffer.from(text).toString('base64');
  return [
    ...[{ NULL: true }, { BOOL: true }, { S: text }, { S: '' }, { N: '0.5' }, { N: '9007199254740993' }, { B: bytes }],
    ...[{ SS: [text] }, { NS: ['3'] }, { BS: [bytes] }],
    ...[{ L: [right] }, { M: { S: right, N: right, ['__proto__']: right } }],
  ];
}

/**
 * A whole item with one attribute odd or missing, even if an attribute named `__proto__` has it.
 * @param byType whether only the type of a value counts: then no other value of the right type is odd
 */
export function oddItems(whole: Item, name: string, byType = false): Item[] {
  const { [name]: right = {}, ...others } = whole;
  const isOdd = (value: Wire) =>
    byType ? Object.keys(value).join() !== Object.keys(right).join() : !isDeepStrictEqual(value, right);
  const odd = oddValues(right).filter(isOdd);
  return [others, { ...others, ['__proto__']: { M: whole } }, ...odd.map((value) => ({ ...others, [name]: value }))];
}
