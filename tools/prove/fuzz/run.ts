import { isDeepStrictEqual } from 'node:util';
import { paginateScan } from '@aws-sdk/lib-dynamodb';
import fc, { type RunDetails } from 'fast-check';
import { DEVICE_SNS, POWERLESS } from './callers.ts';
import { eventsFor } from './grammar/events.ts';
import { MARKER } from './grammar/odd-values.ts';
import { answeredBy, eventFaults, readAnswer } from './properties/answer-faults.ts';
import { deviceKind, streamServersKind } from './records/device-kinds.ts';
import { firmwareKind } from './records/firmware-kind.ts';
import type { RecordKind } from './records/record-kind.ts';
import { sessionKind } from './records/session-kind.ts';
import { upgradeKind } from './records/upgrade-kind.ts';
import type { FuzzStage, Operation } from './stage.ts';

/** The parameters of one part of a run. */
export interface Plan {
  /** The same seed makes the same inputs. */
  readonly seed: number;
  readonly runs: number;
  /** Called after each input. */
  readonly onRun: () => void;
}

/** An input that broke a property, shrunk to the smallest that still does. */
export interface Failure {
  /** Operation or kind of record. */
  readonly part: string;
  readonly what: string;
  readonly input: unknown;
}

/** All kinds of records. */
export const KINDS: readonly RecordKind[] = [sessionKind, deviceKind, firmwareKind, upgradeKind, streamServersKind];

/** Events in flight: enough to keep the function's worker and the engine busy. */
const LANES = 16;

/**
 * Splits the plan's events among the operations, and checks what each of them left on record, and what they all wrote to
 * the log.
 */
export async function fuzzEvents(
  stage: FuzzStage,
  operations: readonly Operation[],
  plan: Plan,
): Promise<readonly Failure[]> {
  const share = { ...plan, runs: Math.ceil(plan.runs / operations.length) };
  const failures: Failure[] = [];
  let before = await readRecords(stage);
  for (const operation of operations) {
    const told = new Set<string>();
    failures.push(...(await fuzzOperation(stage, operation, share, told)));
    const after = await readRecords(stage);
    const unduly = recordFaults(operation, before, after, told);
    failures.push(...unduly.map((what) => ({ part: `upgrades on record after ${operation}`, what, input: undefined })));
    before = after;
  }
  const leaks = stage.logs.filter((line) => line.includes(MARKER)).slice(0, 3);
  return [
    ...failures,
    ...leaks.map((what) => ({ part: 'log', what: `it repeats what was sent: ${what}`, input: undefined })),
  ];
}

/** @param told collects the serial numbers of devices that an answer of the operation told 0 */
async function fuzzOperation(stage: FuzzStage, operation: Operation, plan: Plan, told: Set<string>) {
  const property = fc.asyncProperty(eventsFor(operation), async (sent) => {
    const returned = await stage.invoke(operation, sent.event);
    const faults = eventFaults(operation, sent, returned);
    const isMeant = answeredBy(operation, sent.event) === operation;
    for (const { sn, result } of readAnswer(returned).details) if (isMeant && result === 0) told.add(sn);
    plan.onRun();
    if (faults.length > 0) throw new Error(`${faults.join('\n')}\nanswer: ${JSON.stringify(returned)}`);
  });
  const lanes = Array.from({ length: LANES }, (_, lane) =>
    fc.check(property, { seed: plan.seed + lane, numRuns: Math.ceil(plan.runs / LANES) }),
  );
  return (await Promise.all(lanes)).flatMap((details) => failureOf(operation, details));
}

/** Tries as many odd records of a kind as the plan says, and resolves to the shrunk failure, if any. */
export async function fuzzRecords(stage: FuzzStage, kind: RecordKind, plan: Plan): Promise<readonly Failure[]> {
  let number = 0;
  const property = fc.asyncProperty(kind.items, async (item) => {
    const faults = await kind.attempt(stage, item, (number += 1));
    plan.onRun();
    fc.pre(faults !== undefined);
    if (faults.length > 0) throw new Error(faults.join('\n'));
  });
  return failureOf(kind.name, await fc.check(property, { seed: plan.seed, numRuns: plan.runs }));
}

function failureOf<Inputs>(part: string, { failed, errorInstance, counterexample }: RunDetails<Inputs>): Failure[] {
  if (!failed) return [];
  const what = errorInstance instanceof Error ? errorInstance.message : String(errorInstance);
  return [{ part, what, input: counterexample }];
}

/** The part of an upgrade record that shows who did what. */
export interface FuzzedRecord {
  readonly upgradeId: string;
  readonly requestedBy: string;
  readonly state: string;
  readonly cancelledBy: string;
}

/** Upgrades by serial number. */
type Records = ReadonlyMap<string, FuzzedRecord>;

async function readRecords({ documents: client, tables }: FuzzStage): Promise<Records> {
  const found = new Map<string, FuzzedRecord>();
  for await (const { Items = [] } of paginateScan({ client }, { TableName: tables.upgrades, ConsistentRead: true })) {
    for (const { sn, ...item } of Items) {
      const text = (name: string) => String(item[name]);
      const record = { upgradeId: text('upgradeId'), requestedBy: text('requestedBy') };
      found.set(String(sn), { ...record, state: text('state'), cancelledBy: text('cancelledBy') });
    }
  }
  return found;
}

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
    const isWritten = state === WRITTEN_STATE.get(operation);
    if (!isWritten) return [`${sn}: ${operation} left it ${state}`];
    return told.has(sn) ? [] : [`${sn}: it is ${state}, which no answer told of`];
  });
}

/** The state that operations leave on record; the others write nothing. */
const WRITTEN_STATE: ReadonlyMap<Operation, string> = new Map([
  ['start-upgrade', 'requested'],
  ['cancel-upgrade', 'cancelled'],
]);
