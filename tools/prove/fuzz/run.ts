import { isDeepStrictEqual } from 'node:util';
import { paginateScan } from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';
import * as v from 'valibot';
import { answeredBy, eventFaults, readAnswer } from './answer-faults.ts';
import { DEVICE_SNS, POWERLESS } from './callers.ts';
import { eventsFor } from './grammar/events.ts';
import { MARKER } from './grammar/values.ts';
import { OPERATIONS, type FuzzStage, type Operation } from './stage.ts';

/** The parameters of a run. */
export interface Plan {
  /** The same seed makes the same events. */
  readonly seed: number;
  readonly runs: number;
}

/** A property that did not hold. */
export interface Failure {
  readonly operation: Operation | 'all';
  readonly what: string;
  /** The event that broke it, shrunk to the smallest that still does. */
  readonly input?: unknown;
}

/** Events in flight: enough to keep the function's worker and the engine busy. */
const LANES = 16;

/**
 * Splits the plan's events among the operations, and checks what each of them left on record, and what they all wrote to
 * the log.
 */
export async function fuzzEvents(stage: FuzzStage, plan: Plan): Promise<readonly Failure[]> {
  const failures: Failure[] = [];
  let before = await readRecords(stage);
  for (const operation of OPERATIONS) {
    const told = new Set<string>();
    const share = { ...plan, runs: Math.ceil(plan.runs / OPERATIONS.length) };
    failures.push(...(await fuzzOperation(stage, operation, share, told)));
    const after = await readRecords(stage);
    failures.push(...recordFaults(operation, before, after, told).map((what) => ({ operation, what })));
    before = after;
  }
  const leaks = stage.logs.filter((line) => line.includes(MARKER)).slice(0, 3);
  return [...failures, ...leaks.map((line) => ({ operation: 'all' as const, what: `the log repeats input: ${line}` }))];
}

/** @param told collects the serial numbers of devices that an answer of the operation told 0 */
async function fuzzOperation(stage: FuzzStage, operation: Operation, { seed, runs }: Plan, told: Set<string>) {
  const property = fc.asyncProperty(eventsFor(operation), async (sent) => {
    const returned = await stage.invoke(operation, sent.event);
    const faults = eventFaults(operation, sent, returned);
    const isMeant = answeredBy(operation, sent.event) === operation;
    for (const { sn, result } of readAnswer(returned).details) if (isMeant && result === 0) told.add(sn);
    if (faults.length > 0) throw new Error(`${faults.join('\n')}\nanswer: ${JSON.stringify(returned)}`);
  });
  const lanes = await Promise.all(
    Array.from({ length: LANES }, (_, lane) =>
      fc.check(property, { seed: seed + lane, numRuns: Math.ceil(runs / LANES) }),
    ),
  );
  return lanes
    .filter(({ failed }) => failed)
    .map(({ errorInstance, counterexample }) => ({ operation, what: String(errorInstance), input: counterexample }));
}

const Text = v.fallback(v.string(), '');
/** An upgrade on record, as far as it shows who did what; all else is there to be compared. */
const RecordSchema = v.looseObject({ sn: v.string(), requestedBy: Text, state: Text, cancelledBy: Text });

export type FuzzedRecord = v.InferOutput<typeof RecordSchema>;

/** Upgrades by serial number. */
type Records = ReadonlyMap<string, FuzzedRecord>;

async function readRecords({ documents: client, tables }: FuzzStage): Promise<Records> {
  const found = new Map<string, FuzzedRecord>();
  for await (const { Items = [] } of paginateScan({ client }, { TableName: tables.upgrades, ConsistentRead: true })) {
    for (const record of v.parse(v.array(RecordSchema), Items)) found.set(record.sn, record);
  }
  return found;
}

/** The state that operations leave on record; the others write nothing. */
const WRITTEN_STATE: Partial<Record<Operation, string>> = {
  'start-upgrade': 'requested',
  'cancel-upgrade': 'cancelled',
};

/**
 * What a run of an operation should not have put on record: anything by a user without the right, for a fuzzer device that
 * no answer told 0, or by an operation that only reads.
 */
export function recordFaults(
  operation: Operation,
  before: Records,
  after: Records,
  told: ReadonlySet<string>,
): readonly string[] {
  const changed = [...after].filter(([sn, record]) => !isDeepStrictEqual(before.get(sn), record));
  return changed.flatMap(([sn, { requestedBy, state, cancelledBy }]) => {
    const culprit = POWERLESS.find((name) => name === requestedBy || name === cancelledBy);
    if (culprit !== undefined) return [`${sn}: ${culprit} wrote without the right to`];
    if (!DEVICE_SNS.includes(sn)) return [];
    if (state !== WRITTEN_STATE[operation]) return [`${sn}: ${operation} left it ${state}`];
    return told.has(sn) ? [] : [`${sn}: it is ${state}, which no answer told of`];
  });
}
