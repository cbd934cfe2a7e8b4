import { isDeepStrictEqual } from 'node:util';
import { paginateScan } from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';
import * as v from 'valibot';
import type { OperationName } from '../../../functions/domain/operations.ts';
import { answeredBy, eventFaults, readAnswer } from './answer-faults.ts';
import { DEVICE_SNS, POWERLESS } from './callers.ts';
import { eventsFor } from './grammar/events.ts';
import { MARKER } from './grammar/values.ts';
import { ORDER, type FuzzStage } from './stage.ts';

/** The parameters of a run. */
export interface Plan {
  /** The same seed makes the same events. */
  readonly seed: number;
  readonly runs: number;
}

/** A property that did not hold. */
export interface Failure {
  readonly operation: OperationName | 'all';
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
  let [before, partsBefore] = [await readRecords(stage), await readParts(stage)];
  for (const operation of ORDER) {
    const told = new Set<string>();
    const share = { ...plan, runs: Math.ceil(plan.runs / ORDER.length) };
    failures.push(...(await fuzzOperation(stage, operation, share, told)));
    const [after, parts] = [await readRecords(stage), await readParts(stage)];
    const wrong = [...recordFaults(operation, before, after, told), ...partFaults(operation, partsBefore, parts)];
    failures.push(...wrong.map((what) => ({ operation, what })));
    [before, partsBefore] = [after, parts];
  }
  const leaks = stage.logs.filter((line) => line.includes(MARKER)).slice(0, 3);
  return [...failures, ...leaks.map((line) => ({ operation: 'all' as const, what: `the log repeats input: ${line}` }))];
}

/** @param told collects the serial numbers of devices that an answer of the operation told 0 */
async function fuzzOperation(stage: FuzzStage, operation: OperationName, { seed, runs }: Plan, told: Set<string>) {
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
/** An item of a roll-out; only heads tell who made it and who changed it last. */
const PartSchema = v.looseObject({ rolloutId: v.string(), part: v.string(), createdBy: Text, changedBy: Text });

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

/** Items of roll-outs, by roll-out and part. */
type Parts = ReadonlyMap<string, v.InferOutput<typeof PartSchema>>;

async function readParts({ documents: client, tables }: FuzzStage): Promise<Parts> {
  const pages = paginateScan({ client }, { TableName: tables.rollouts, ConsistentRead: true });
  const items = await Array.fromAsync(pages, ({ Items = [] }) => v.parse(v.array(PartSchema), Items));
  return new Map(items.flat().map((item) => [`${item.rolloutId} ${item.part}`, item]));
}

const CHANGES_ROLLOUTS = new Set<OperationName>([
  'create-rollout',
  'pause-rollout',
  'resume-rollout',
  'cancel-rollout',
]);

/** What a run of an operation should not have changed of roll-outs: anything without the right, or if it only reads. */
export function partFaults(operation: OperationName, before: Parts, after: Parts): readonly string[] {
  const changed = [...after].filter(([name, item]) => !isDeepStrictEqual(before.get(name), item));
  return changed.flatMap(([name, { createdBy, changedBy }]) => {
    const culprit = POWERLESS.find((user) => user === createdBy || user === changedBy);
    if (culprit !== undefined) return [`${name}: ${culprit} wrote without the right to`];
    return CHANGES_ROLLOUTS.has(operation) ? [] : [`${name}: ${operation} wrote it`];
  });
}

/** The state that operations leave on record; the others write nothing. */
const WRITTEN_STATE: Partial<Record<OperationName, string>> = {
  'start-upgrade': 'requested',
  'cancel-upgrade': 'cancelled',
};

/**
 * What a run of an operation should not have put on record: anything by a user without the right, for a fuzzer device that
 * no answer told 0, or by an operation that only reads.
 */
export function recordFaults(
  operation: OperationName,
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
