import { ScanCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { StoreUnavailable } from '../domain/ports.ts';
import type { RawItem } from './client.ts';
import { orUnavailable } from './or-unavailable.ts';
import { projection } from './projection.ts';

/** Each brings at most 1 MB: what a function holds in memory is bounded, and so is what a request costs. */
const MOST_CALLS = 32;

/**
 * All items of a table, in no order, read strongly consistently. Meant for tables of hundreds. All or nothing: rejects with
 * StoreUnavailable when the table is too large, or the signal comes first.
 */
export async function readAll(
  client: DynamoDBClient,
  table: string,
  attributes: readonly string[],
  signal: AbortSignal,
): Promise<readonly RawItem[]> {
  const pages: (readonly RawItem[])[] = [];
  let from: RawItem | undefined;
  for (let calls = 0; calls < MOST_CALLS; calls += 1) {
    const command = new ScanCommand({
      TableName: table,
      ConsistentRead: true,
      ...projection(attributes),
      ExclusiveStartKey: from,
    });
    const page = await orUnavailable('reading a table', client.send(command, { abortSignal: signal }));
    pages.push(page.Items ?? []);
    from = page.LastEvaluatedKey;
    if (from === undefined) return pages.flat();
  }
  throw new StoreUnavailable(`reading a table of more than ${String(MOST_CALLS)} MB`);
}
