import { setTimeout as pause } from 'node:timers/promises';
import { between, type Random } from '../../../random.ts';
import { halfAnswered, halfUnprocessed, type StatementFault } from '../../../stage/database-proxy/batch-faults.ts';
import type { DatabaseCall } from '../../../stage/database-proxy/fault-proxy.ts';
import { databaseError, type DatabaseReply, type Outcome } from '../../../stage/database-proxy/outcome.ts';
import { statementsOf } from '../../../stage/database-proxy/statements.ts';

/** What a fault may use when it strikes. */
interface FaultMeans {
  readonly call: DatabaseCall;
  readonly random: Random;
  /** Kills the worker from which a call of this operation comes. */
  readonly kill: (operation: string) => void;
}

type Strike = (forward: () => Promise<DatabaseReply>, means: FaultMeans) => Promise<Outcome>;

interface Fault {
  readonly name: string;
  /** Default share of the calls, or of the statements. Faults that cause timeouts are rarer than the others. */
  readonly rate: number;
}

export interface CallFault extends Fault {
  readonly strike: Strike;
  /** Only calls of this operation. */
  readonly operation?: string;
}

/** The functions give up an attempt after two seconds. */
const SLOW_MS = { least: 100, most: 1_500 };
const LATE_MS = { least: 2_200, most: 4_500 };

function instead(outcome: Outcome): Strike {
  return () => Promise.resolve(outcome);
}

function afterCommit(outcome: Outcome): Strike {
  return (forward) => forward().then(() => outcome);
}

function delayed({ least, most }: typeof SLOW_MS): Strike {
  return (forward, { random }) => pause(between(random, least, most)).then(forward);
}

function halved(connectionBreaks: boolean): Strike {
  return async (forward) => ({ halfOf: await forward(), connectionBreaks });
}

const unprocessed: Strike = async (forward, { call }) => halfUnprocessed(call, await forward());
const unanswered: Strike = async (forward) => halfAnswered(await forward());

/** One of its statements is in conflict with another call. */
const conflicting: Strike = (_forward, { call, random }) => {
  const statements = statementsOf(call);
  const place = between(random, 0, statements.length - 1);
  const CancellationReasons = statements.map((_, index) => ({
    Code: index === place ? 'TransactionConflict' : 'None',
  }));
  const { status, body } = databaseError('TransactionCanceledException');
  return Promise.resolve({ status, body: { ...body, CancellationReasons } });
};
const unwritten: Strike = (_forward, { call }) =>
  Promise.resolve({ status: 200, body: { UnprocessedItems: call.input['RequestItems'] } });

const killed: Strike = (forward, { kill, call }) => {
  kill(call.operation);
  return forward();
};

const serverError = databaseError('InternalServerError', 500);
const throughputExceeded = databaseError('ProvisionedThroughputExceededException');

/** Every fault of a whole call. */
export const CALL_FAULTS = [
  { name: 'reply-dropped', rate: 0.005, strike: afterCommit('drop') },
  { name: 'error-after-commit', rate: 0.005, strike: afterCommit(serverError) },
  { name: 'hang-after-commit', rate: 0.001, strike: afterCommit('hang') },
  { name: 'hang', rate: 0.001, strike: instead('hang') },
  /** The call arrives late, but its caller still waits. */
  { name: 'slow', rate: 0.003, strike: delayed(SLOW_MS) },
  /** The call arrives after its caller has given up. */
  { name: 'late', rate: 0.001, strike: delayed(LATE_MS) },
  { name: 'refused', rate: 0.0002, strike: instead('refuse') },
  { name: 'provisioned-throughput-exceeded', rate: 0.003, strike: instead(throughputExceeded) },
  { name: 'throttled', rate: 0.003, strike: instead(databaseError('ThrottlingException')) },
  { name: 'request-limit-exceeded', rate: 0.003, strike: instead(databaseError('RequestLimitExceeded')) },
  { name: 'error-before-commit', rate: 0.003, strike: instead(serverError) },
  { name: 'truncated', rate: 0.003, strike: halved(true) },
  /** The same, but as well-formed HTTP. */
  { name: 'halved', rate: 0.003, strike: halved(false) },
  { name: 'unprocessed-keys', rate: 0.02, operation: 'BatchGetItem', strike: unprocessed },
  { name: 'half-answered', rate: 0.005, operation: 'BatchExecuteStatement', strike: unanswered },
  { name: 'unprocessed-items', rate: 0.02, operation: 'BatchWriteItem', strike: unwritten },
  { name: 'transaction-conflict', rate: 0.02, operation: 'ExecuteTransaction', strike: conflicting },
  {
    ...{ name: 'state-conflict', rate: 0.02, operation: 'ExecuteStatement' },
    strike: instead(databaseError('TransactionConflictException')),
  },
  { name: 'worker-killed', rate: 0.001, operation: 'BatchExecuteStatement', strike: killed },
  { name: 'run-killed', rate: 0.01, operation: 'ExecuteTransaction', strike: killed },
] as const satisfies readonly CallFault[];

const statementError = (Code: string) => ({ Error: { Code, Message: `${Code} by intervention` } });
const throttled = statementError('ThrottlingError');
const failed = statementError('InternalServerError');
const inConflict = statementError('TransactionConflict');

/** Every fault of a single statement. */
export const STATEMENT_FAULTS = [
  { name: 'statement-throttled', rate: 0.01, forwarded: false, response: throttled },
  { name: 'statement-conflict', rate: 0.01, forwarded: false, response: inConflict },
  { name: 'statement-failed', rate: 0.01, forwarded: false, response: failed },
  { name: 'statement-failed-after-commit', rate: 0.01, forwarded: true, response: failed },
  /** The answers behind it move up: a client that counts them sees that one is missing, but not which. */
  { name: 'statement-unanswered', rate: 0.01, forwarded: true, response: undefined },
] as const satisfies readonly (Fault & StatementFault)[];
