import { setTimeout as pause } from 'node:timers/promises';
import { between, type Random } from '../../random.ts';
import { halfAnswered, halfUnprocessed } from './batch-faults.ts';
import type { Intervention } from './fault-proxy.ts';
import { databaseError, type Outcome } from './outcome.ts';

/** What a fault may use when it strikes. */
interface FaultMeans {
  readonly random: Random;
  /** Kills the worker in which the functions run. */
  readonly kill: () => void;
}

type Fault = (means: FaultMeans) => Intervention;

/** The functions give up an attempt after two seconds. */
const SLOW_MS = { least: 100, most: 1_500 };
const LATE_MS = { least: 2_200, most: 4_500 };

const instead =
  (outcome: Outcome): Fault =>
  () =>
  () =>
    Promise.resolve(outcome);

const afterCommit =
  (outcome: Outcome): Fault =>
  () =>
  async (_call, forward) => {
    await forward();
    return outcome;
  };

const delayed =
  ({ least, most }: typeof SLOW_MS): Fault =>
  ({ random }) =>
  async (_call, forward) => {
    await pause(between(random, least, most));
    return forward();
  };

const halved =
  (connectionBreaks: boolean): Fault =>
  () =>
  async (_call, forward) => ({ halfOf: await forward(), connectionBreaks });

/** Every fault of a whole call by its name. */
export const FAULTS = {
  'reply-dropped': afterCommit('drop'),
  'error-after-commit': afterCommit(databaseError('InternalServerError', 500)),
  'hang-after-commit': afterCommit('hang'),
  hang: instead('hang'),
  /** The call arrives late, but its caller still waits. */
  slow: delayed(SLOW_MS),
  /** The call arrives after its caller has given up. */
  late: delayed(LATE_MS),
  refused: instead('refuse'),
  'provisioned-throughput-exceeded': instead(databaseError('ProvisionedThroughputExceededException')),
  throttled: instead(databaseError('ThrottlingException')),
  'request-limit-exceeded': instead(databaseError('RequestLimitExceeded')),
  'error-before-commit': instead(databaseError('InternalServerError', 500)),
  truncated: halved(true),
  /** The same, but as well-formed HTTP. */
  halved: halved(false),
  'unprocessed-keys': () => async (call, forward) => {
    const reply = await forward();
    return call.operation === 'BatchGetItem' ? halfUnprocessed(call, reply) : reply;
  },
  'half-answered': () => async (call, forward) => {
    const reply = await forward();
    return call.operation === 'BatchExecuteStatement' ? halfAnswered(reply) : reply;
  },
  'worker-killed':
    ({ kill }) =>
    (_call, forward) => {
      kill();
      return forward();
    },
} as const satisfies Record<string, Fault>;

export type CallFaultName = keyof typeof FAULTS;
