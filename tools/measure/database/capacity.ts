import * as v from 'valibot';
import type { DatabaseCall } from '../../stage/database-proxy/fault-proxy.ts';
import { statementsOf } from '../../stage/database-proxy/statements.ts';

/** Capacity units that a call consumed. */
export interface Capacity {
  readonly read: number;
  readonly write: number;
}

const Units = v.object({ CapacityUnits: v.number() });

/** A call on one table reports an object, a call that may use several a list. An error reports none. */
const Reported = v.object({ ConsumedCapacity: v.optional(v.union([v.array(Units), Units]), []) });

const BatchRead = v.record(
  v.string(),
  v.object({ Keys: v.array(v.unknown()), ConsistentRead: v.optional(v.boolean(), false) }),
);
const BatchReadReply = v.object({ Responses: v.record(v.string(), v.array(v.unknown())) });

/**
 * What a call consumed: what the engine reports and, by AWS's documented rules, what DynamoDB Local leaves out. Reading
 * a missing item costs as much as reading a small one; a statement costs a write unit for each started KB, even if its
 * condition fails.
 * @param reply the engine's answer; the call must have asked for the capacity
 */
export function capacityOf(call: DatabaseCall, reply: unknown): Capacity {
  const { ConsumedCapacity } = v.parse(Reported, reply);
  const reported = [ConsumedCapacity].flat().reduce((sum, { CapacityUnits }) => sum + CapacityUnits, 0);
  switch (call.operation) {
    case 'BatchExecuteStatement':
      return { read: 0, write: unitsOfStatements(call) };
    case 'BatchGetItem':
      return { read: reported + unitsOfMissing(call, reply), write: 0 };
    default:
      return call.operation === 'GetItem' ? { read: reported, write: 0 } : { read: 0, write: reported };
  }
}

function unitsOfMissing({ input }: DatabaseCall, reply: unknown): number {
  const found = v.safeParse(BatchReadReply, reply);
  if (!found.success) return 0;
  const requests = Object.entries(v.parse(BatchRead, input['RequestItems']));
  return requests.reduce((sum, [table, { Keys, ConsistentRead }]) => {
    const missing = Keys.length - (found.output.Responses[table] ?? []).length;
    return sum + missing * (ConsistentRead ? 1 : 0.5);
  }, 0);
}

function unitsOfStatements(call: DatabaseCall): number {
  return statementsOf(call).reduce((sum, { sets, where }) => {
    const texts = [sets, where].flatMap((attributes) => Object.entries(attributes).flat());
    return sum + Math.ceil(Buffer.byteLength(texts.join('')) / 1_024);
  }, 0);
}
