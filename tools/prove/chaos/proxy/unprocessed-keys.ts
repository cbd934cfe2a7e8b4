import * as v from 'valibot';
import type { DatabaseCall } from './fault-proxy.ts';
import type { DatabaseReply } from './outcome.ts';

const Fields = v.record(v.string(), v.unknown());
const Requests = v.record(v.string(), v.looseObject({ Keys: v.array(Fields) }));
const Items = v.record(v.string(), v.array(Fields));

/** The reply to a BatchGetItem, but of each table the second half of its keys is left unprocessed. */
export function halfUnprocessed({ input }: DatabaseCall, { status, body }: DatabaseReply): DatabaseReply {
  if (status !== 200) return { status, body };
  const requests = v.parse(Requests, input['RequestItems']);
  const items = v.parse(Items, body['Responses']);
  const left = Object.entries(requests).map(
    ([table, { Keys, ...how }]) => [table, { ...how, Keys: Keys.slice(Math.floor(Keys.length / 2)) }] as const,
  );
  const kept = left.map(([table, { Keys }]) => [table, items[table]?.filter((item) => !Keys.some(keyOf(item))) ?? []]);
  return { status, body: { Responses: Object.fromEntries(kept), UnprocessedKeys: Object.fromEntries(left) } };
}

function keyOf(item: Readonly<Record<string, unknown>>) {
  return (key: Readonly<Record<string, unknown>>): boolean =>
    Object.entries(key).every(([name, value]) => JSON.stringify(item[name]) === JSON.stringify(value));
}
