import type { IncomingMessage } from 'node:http';
import * as v from 'valibot';

const units = v.object({ CapacityUnits: v.number() });

/** One call on one table gives an object, a call that may ask several gives a list. An error gives none. */
const answerSchema = v.object({ ConsumedCapacity: v.optional(v.union([v.array(units), units]), []) });

/** `DynamoDB_20120810.PutItem` → `PutItem` */
export function operationOf({ headers }: IncomingMessage): string {
  return String(headers['x-amz-target']).split('.')[1] ?? '';
}

/** The read and the write units that an answer of the engine reports. */
export function capacityOf(operation: string, answer: string): { read: number; write: number } {
  const { ConsumedCapacity } = v.parse(answerSchema, JSON.parse(answer));
  const sum = [ConsumedCapacity].flat().reduce((total, { CapacityUnits }) => total + CapacityUnits, 0);
  return /Get|Query|Scan/.test(operation) ? { read: sum, write: 0 } : { read: 0, write: sum };
}
