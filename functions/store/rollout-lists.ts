import { QueryCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { RolloutPage } from '../domain/ports.ts';
import { batchGet } from './batch-get.ts';
import { textIn, type RawItem } from './client.ts';
import { HEAD } from './items/rollout.ts';
import { PHASE_INDEX, ROLLOUT_KEYS } from './keys.ts';
import { orUnavailable } from './or-unavailable.ts';
import { placeIn, textOf, type Place } from './rollout-place.ts';
import { readHead } from './rollout-states.ts';

const ROLLOUTS_A_PAGE = 100;

/** The active ones, oldest first. The index knows of a change within a second. */
export async function activeIn(table: string, client: DynamoDBClient): Promise<readonly string[]> {
  const ids: string[] = [];
  let from: RawItem | undefined;
  do {
    const command = query(table, 'active', { ScanIndexForward: true, ExclusiveStartKey: from });
    const page = await orUnavailable('reading the active roll-outs', client.send(command));
    ids.push(...(page.Items ?? []).map((item) => placeOf(item).rolloutId));
    from = page.LastEvaluatedKey;
  } while (from !== undefined);
  return ids;
}

/** A page of all. One that is just changing its phase is told once, or not for a second. */
export async function pageIn(table: string, client: DynamoDBClient, after: string | undefined): Promise<RolloutPage> {
  const last = after === undefined ? undefined : placeIn(after);
  const phases = await Promise.all([placesOf(table, client, 'active', last), placesOf(table, client, 'over', last)]);
  const distinct = new Map(phases.flat().map((place) => [place.rolloutId, place])).values();
  const places = [...distinct].filter((place) => last === undefined || isBefore(last, place)).sort(byPlace);
  const page = places.slice(0, ROLLOUTS_A_PAGE);
  const keys = page.map(({ rolloutId }) => rolloutId);
  const fixed = { [ROLLOUT_KEYS.sort]: { S: HEAD } };
  const items = await batchGet(client, { table, keyName: ROLLOUT_KEYS.partition, keys, fixed, consistent: true });
  const lastOfPage = places.length > page.length ? page.at(-1) : undefined;
  return {
    rollouts: items.toSorted((one, other) => byPlace(placeOf(one), placeOf(other))).map(readHead),
    next: lastOfPage && textOf(lastOfPage),
  };
}

async function placesOf(
  table: string,
  client: DynamoDBClient,
  phase: string,
  last: Place | undefined,
): Promise<readonly Place[]> {
  // One more than a page tells whether there is another, and one is that of the page before.
  const command = query(table, phase, { Limit: ROLLOUTS_A_PAGE + 2, ScanIndexForward: false }, last?.createdAt);
  const { Items = [] } = await orUnavailable('reading the roll-outs', client.send(command));
  return Items.map(placeOf);
}

function query(
  table: string,
  phase: string,
  how: { Limit?: number; ScanIndexForward: boolean; ExclusiveStartKey?: RawItem | undefined },
  until = '~',
): QueryCommand {
  const { name, partitionKey, sortKey } = PHASE_INDEX;
  return new QueryCommand({
    ...{ TableName: table, IndexName: name, ...how },
    KeyConditionExpression: '#phase = :phase AND #createdAt <= :until',
    ExpressionAttributeNames: { '#phase': partitionKey, '#createdAt': sortKey },
    ExpressionAttributeValues: { ':phase': { S: phase }, ':until': { S: until } },
  });
}

function placeOf(item: RawItem): Place {
  return { createdAt: textIn(item, PHASE_INDEX.sortKey), rolloutId: textIn(item, ROLLOUT_KEYS.partition) };
}

function byPlace(one: Place, other: Place): number {
  return isBefore(one, other) ? -1 : 1;
}

function isBefore(one: Place, other: Place): boolean {
  if (one.createdAt !== other.createdAt) return one.createdAt > other.createdAt;
  return one.rolloutId > other.rolloutId;
}
