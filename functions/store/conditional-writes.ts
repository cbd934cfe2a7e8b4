import {
  BatchExecuteStatementCommand,
  type BatchStatementError,
  type BatchStatementRequest,
  type DynamoDBClient,
} from '@aws-sdk/client-dynamodb';
import pLimit from 'p-limit';
import type { WriteOutcome } from '../domain/write-outcome.ts';
import { logError, logWarning } from '../log/log.ts';
import { backOff, chunksOf } from './batching.ts';
import type { RawItem } from './client.ts';
import { CONDITION_FAILED, nameOf, PASSING, type Statement } from './statement.ts';

/** A statement, and how its outcome follows from a failed condition; the item is the one that failed it, if shown. */
export interface ConditionalWrite extends Statement {
  readonly resolve: (item: RawItem | undefined, mayBeWritten: boolean) => WriteOutcome;
}

/** DynamoDB takes at most 25 statements in one call, and no item twice. */
const STATEMENTS_PER_CALL = 25;

/** Per container: 200 writes at once, so that up to 200 devices take one round trip. DynamoDB Local keeps up with that. */
const CALLS_IN_FLIGHT = 8;

/** Like those in PASSING it may pass within a moment; but what was sent may have been written. */
const INTERNAL_ERROR = 'InternalServerError';

/**
 * A function that makes conditional writes, each settled on its own, and resolves to what became of each. It never rejects.
 * All requests of a container share one, as they share its sockets.
 */
export function conditionalWriter(client: DynamoDBClient) {
  const limit = pLimit(CALLS_IN_FLIGHT);
  /** @param inTime asked before each attempt; none is made once it says no */
  return async <Write extends ConditionalWrite>(writes: readonly Write[], inTime: () => boolean) => {
    const outcomes = new Map(writes.map((write): [Write, WriteOutcome] => [write, unknown(false)]));
    const calls = chunksOf(STATEMENTS_PER_CALL, writes);
    const left = await Promise.all(calls.map((call) => limit(settle, client, call, outcomes, inTime)));
    const devices = left.flat().length;
    if (devices > 0) logWarning('WRITES_GIVEN_UP', { devices });
    return outcomes;
  };
}

type Outcomes = Map<ConditionalWrite, WriteOutcome>;

/**
 * Makes the writes of one call, and repeats those that were throttled while there is time. Resolves to those for which time
 * ran out.
 */
async function settle(
  client: DynamoDBClient,
  writes: readonly ConditionalWrite[],
  outcomes: Outcomes,
  inTime: () => boolean,
): Promise<readonly ConditionalWrite[]> {
  let pending = writes;
  for (let round = 0; pending.length > 0; round += 1) {
    if (round > 0) await backOff(round);
    if (!inTime()) break;
    const failures = await attempt(client, pending, outcomes, inTime);
    logNotTaken(failures);
    pending = pending.filter((_write, index) => {
      const failure = failures[index];
      return failure !== undefined && isTransient(codeOf(failure));
    });
  }
  return pending;
}

function isTransient(code: string): boolean {
  return PASSING.test(code) || code === INTERNAL_ERROR;
}

function codeOf(failure: BatchStatementError): string {
  return failure.Code ?? 'NoCode';
}

/** One line for each reason: a fault of ours, which no further attempt fixes, concerns most statements of a call alike. */
function logNotTaken(failures: readonly (BatchStatementError | undefined)[]): void {
  const codes = failures.flatMap((failure) => (failure === undefined ? [] : [codeOf(failure)]));
  const faults = codes.filter((code) => !CONDITION_FAILED.test(code) && !isTransient(code));
  for (const [reason, { length: devices }] of Map.groupBy(faults, (code) => code)) {
    // Not the message of the failure, which may hold the statement.
    logError('WRITE_NOT_TAKEN', new Error(reason), { reason, devices });
  }
}

/** Resolves to the failure of each statement, or to an empty list when the whole call got no answer. */
async function attempt(
  client: DynamoDBClient,
  writes: readonly ConditionalWrite[],
  outcomes: Outcomes,
  inTime: () => boolean,
): Promise<readonly (BatchStatementError | undefined)[]> {
  try {
    const { Responses: replies = [], $metadata } = await client.send(commandOf(writes, inTime));
    // A reply belongs to a statement by its place alone: of too few it cannot be told which is missing.
    if (replies.length !== writes.length) throw new Error('the replies are not those to the statements');
    const failures = replies.map((reply) => reply.Error);
    for (const [index, write] of writes.entries()) {
      const before = outcomes.get(write);
      // What became of earlier attempts, of ours or of the client's own, this reply does not tell.
      const inDoubt = $metadata.attempts !== 1 || (before?.kind === 'unknown' && before.mayBeWritten);
      outcomes.set(write, outcomeOf(write, failures[index], inDoubt));
    }
    return failures;
  } catch (error) {
    logError('WRITES_UNANSWERED', withoutStatement(error), { devices: writes.length });
    for (const write of writes) outcomes.set(write, unknown(true));
    return [];
  }
}

function outcomeOf(write: ConditionalWrite, failure: BatchStatementError | undefined, inDoubt: boolean): WriteOutcome {
  if (failure === undefined) return { kind: 'written' };
  const { Item: item } = failure;
  const code = codeOf(failure);
  if (CONDITION_FAILED.test(code)) return write.resolve(item, inDoubt);
  return unknown(inDoubt || code === INTERNAL_ERROR);
}

function commandOf(writes: readonly ConditionalWrite[], inTime: () => boolean): BatchExecuteStatementCommand {
  const Statements = writes.map(({ text, parameters }): BatchStatementRequest => ({
    Statement: text,
    Parameters: parameters,
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  }));
  const command = new BatchExecuteStatementCommand({ Statements });
  // Right before each attempt of the client, by the clock and not by a timer: so a process that Lambda froze between two
  // attempts does not make the second when it thaws, an hour later.
  command.middlewareStack.add(
    (next) => (args) => {
      if (!inTime()) throw new Error('there was no time left for an attempt');
      return next(args);
    },
    { step: 'finalizeRequest' },
  );
  return command;
}

function unknown(mayBeWritten: boolean): WriteOutcome {
  return { kind: 'unknown', mayBeWritten };
}

/** The error of a malformed call has the statements in its message. */
function withoutStatement(error: unknown): unknown {
  return nameOf(error) === 'ValidationException' ? new Error('ValidationException') : error;
}
