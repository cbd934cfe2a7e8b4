import * as v from 'valibot';

/** Capacity units that a call consumed. */
export interface Capacity {
  readonly read: number;
  readonly write: number;
}

const units = v.object({ CapacityUnits: v.number() });

/** A call on one table reports an object, a call that may use several a list. An error reports none. */
const Reported = v.object({ ConsumedCapacity: v.optional(v.union([v.array(units), units]), []) });

const BatchRead = v.object({
  RequestItems: v.record(
    v.string(),
    v.object({ Keys: v.array(v.unknown()), ConsistentRead: v.optional(v.boolean(), false) }),
  ),
});
const BatchReadAnswer = v.object({ Responses: v.record(v.string(), v.array(v.unknown())) });

const Statements = v.object({
  Statements: v.array(
    v.object({ Statement: v.string(), Parameters: v.array(v.record(v.string(), v.union([v.string(), v.boolean()]))) }),
  ),
});

/**
 * What a call consumed: what the engine reports and, by AWS's documented rules, what DynamoDB Local leaves out. Reading
 * a missing item costs as much as reading a small one; a statement costs a write unit for each started KB, even if its
 * condition fails.
 * @param operation such as `PutItem`
 * @param input input of the call, JSON
 * @param answer answer of the engine, JSON; the call must have asked for the capacity
 */
export function capacityOf(operation: string, input: string, answer: string): Capacity {
  const answered: unknown = JSON.parse(answer);
  const { ConsumedCapacity } = v.parse(Reported, answered);
  const reported = [ConsumedCapacity].flat().reduce((sum, { CapacityUnits }) => sum + CapacityUnits, 0);
  if (operation === 'BatchExecuteStatement') return { read: 0, write: unitsOfStatements(JSON.parse(input)) };
  if (operation === 'BatchGetItem') return { read: reported + unitsOfMissing(JSON.parse(input), answered), write: 0 };
  return operation === 'GetItem' ? { read: reported, write: 0 } : { read: 0, write: reported };
}

function unitsOfMissing(input: unknown, answered: unknown): number {
  const found = v.safeParse(BatchReadAnswer, answered);
  if (!found.success) return 0;
  return Object.entries(v.parse(BatchRead, input).RequestItems).reduce((sum, [table, { Keys, ConsistentRead }]) => {
    const missing = Keys.length - (found.output.Responses[table] ?? []).length;
    return sum + missing * (ConsistentRead ? 1 : 0.5);
  }, 0);
}

function unitsOfStatements(input: unknown): number {
  return v.parse(Statements, input).Statements.reduce((sum, { Statement, Parameters }) => {
    const names = [...Statement.matchAll(/['"](\w+)['"](?::| =) \?/g)].map(([, name = '']) => name);
    const values = Parameters.flatMap((value) => Object.values(value).map(String));
    return sum + Math.ceil(Buffer.byteLength([...names, ...values].join('')) / 1_024);
  }, 0);
}
