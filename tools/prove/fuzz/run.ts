import { paginateScan } from '@aws-sdk/lib-dynamodb';
import fc, { type RunDetails } from 'fast-check';
import { DEVICE_SNS, POWERLESS } from './callers.ts';
import { eventsFor } from './grammar/events.ts';
import { MARKER } from './grammar/odd-values.ts';
import { eventFaults, readAnswer } from './properties/answer-faults.ts';
import { deviceKind, streamServersKind } from './records/device-kinds.ts';
import { firmwareKind } from './records/firmware-kind.ts';
import type { RecordKind } from './records/record-kind.ts';
import { sessionKind } from './records/session-kind.ts';
import { upgradeKind } from './records/upgrade-kind.ts';
import type { FuzzStage, Operation } from './stage.ts';

/** How a part of a run is made. */
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
 * Shares the plan's events among the operations, and then looks at what all of them together have left: the upgrades on
 * record, and the log.
 */
export async function fuzzEvents(
  stage: FuzzStage,
  operations: readonly Operation[],
  plan: Plan,
): Promise<readonly Failure[]> {
  const before = await readRequesters(stage);
  const started = new Set<string>();
  const share = { ...plan, runs: Math.ceil(plan.runs / operations.length) };
  const failures: Failure[] = [];
  for (const operation of operations) failures.push(...(await fuzzOperation(stage, operation, share, started)));
  const unduly = upgradeFaults(before, await readRequesters(stage), started);
  const leaks = stage.logs.filter((line) => line.includes(MARKER)).slice(0, 3);
  return [
    ...failures,
    ...unduly.map((what) => ({ part: 'upgrades on record', what, input: undefined })),
    ...leaks.map((what) => ({ part: 'log', what: `it repeats what was sent: ${what}`, input: undefined })),
  ];
}

/** @param started takes the serial number of each device whose upgrade an answer said was started */
async function fuzzOperation(stage: FuzzStage, operation: Operation, plan: Plan, started: Set<string>) {
  const property = fc.asyncProperty(eventsFor(operation), async (sent) => {
    const returned = await stage.invoke(operation, sent.event);
    const faults = eventFaults(operation, sent, returned);
    for (const { sn, result } of readAnswer(returned).details) if (result === 0) started.add(sn);
    plan.onRun();
    if (faults.length > 0) throw new Error(`${faults.join('\n')}\nanswer: ${JSON.stringify(returned)}`);
  });
  const lanes = Array.from({ length: LANES }, (_, lane) =>
    fc.check(property, { seed: plan.seed + lane, numRuns: Math.ceil(plan.runs / LANES) }),
  );
  return (await Promise.all(lanes)).flatMap((details) => failureOf(operation, details));
}

/** Puts as many odd records of a kind as the plan says, and resolves to the failure, shrunk, or to none. */
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

/** Who asked for the upgrade on record, by serial number. */
type Requesters = ReadonlyMap<string, string>;

async function readRequesters({ documents: client, tables }: FuzzStage): Promise<Requesters> {
  const found = new Map<string, string>();
  for await (const { Items = [] } of paginateScan({ client }, { TableName: tables.upgrades, ConsistentRead: true })) {
    for (const { sn, requestedBy } of Items) found.set(String(sn), String(requestedBy));
  }
  return found;
}

/**
 * Upgrades that a run has put on record and should not have: of somebody without the right, or of a device of the
 * fuzzer that no answer said was started.
 */
export function upgradeFaults(before: Requesters, after: Requesters, started: ReadonlySet<string>): readonly string[] {
  const fresh = [...after].filter(([sn]) => !before.has(sn));
  const powerless = fresh.filter(([, requester]) => POWERLESS.includes(requester));
  const untold = fresh.filter(([sn]) => DEVICE_SNS.includes(sn) && !started.has(sn));
  return [
    ...powerless.map(([sn, requester]) => `${sn}: ${requester} started an upgrade without the right to`),
    ...untold.map(([sn]) => `${sn}: an upgrade is on record that no answer told of`),
  ];
}
