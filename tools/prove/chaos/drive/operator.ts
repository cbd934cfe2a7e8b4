import { setTimeout as pause } from 'node:timers/promises';
import * as v from 'valibot';
import type { RolloutOperation } from '../../../../functions/domain/operations.ts';
import { DEMO } from '../../../stage/demo-data/demo.ts';
import { between, oneOf, randomFor, type Random } from '../../../random.ts';
import type { RolloutAnswer, RolloutInvocation } from '../checker/history.ts';
import type { ChaosStage } from './chaos-stage.ts';
import { post } from './invoke.ts';

const PAUSE_MS = { least: 20, most: 300 };
const ATTEMPTS = 20;

export interface OperatorOptions {
  readonly stage: ChaosStage;
  readonly seed: number;
  readonly sns: readonly string[];
  /** Fields that all roll-outs have instead of those drawn for them. */
  readonly rolloutFields?: object | undefined;
  readonly onRolloutInvocation: (invocation: RolloutInvocation) => void;
  /** Whether there are no faults any more. */
  readonly isCalm: () => boolean;
  readonly isOver: () => boolean;
}

/** Mostly looks and goes on; sometimes makes the same roll-out again. */
const OPERATIONS = [
  ...([
    'rollout-status',
    'rollout-status',
    'rollout-status',
    'resume-rollout',
    'resume-rollout',
    'resume-rollout',
  ] as const),
  ...(['pause-rollout', 'create-rollout', 'dry-run-rollout'] as const),
];

/** Makes one roll-out after the other over some of the devices, stops it and lets it go on at any time, until it has ended. */
export async function operate(name: string, options: OperatorOptions): Promise<void> {
  const random = randomFor(options.seed, name);
  for (let count = 0; !options.isOver(); count += 1) {
    const id = `${name}-${String(count)}`;
    const body = { ...newRollout(random, id, options.sns), ...options.rolloutFields };
    let last = await askUntilCertain(`${id}-0`, 'create-rollout', body, options);
    for (let step = 1; !options.isOver() && !hasEnded(last); step += 1) {
      await pause(between(random, PAUSE_MS.least, PAUSE_MS.most));
      const operation = random() < 0.01 ? 'cancel-rollout' : oneOf(random, OPERATIONS);
      const asked = WHOLE.includes(operation) ? body : bodyOf(operation, id, last);
      last = (await askUntilCertain(`${id}-${String(step)}`, operation, asked, options)) ?? last;
    }
  }
}

const WHOLE: readonly RolloutOperation[] = ['create-rollout', 'dry-run-rollout'];

function bodyOf(operation: RolloutOperation, id: string, last: RolloutAnswer | undefined) {
  return { 'rollout-id': id, ...(operation === 'resume-rollout' && { version: last?.version ?? 1 }) };
}

function hasEnded(last: RolloutAnswer | undefined): boolean {
  return last?.state === 'completed' || last?.state === 'cancelled';
}

/** A roll-out of some of these devices, and of some that can never have it or are offline. */
function newRollout(random: Random, id: string, sns: readonly string[]) {
  const share = oneOf(random, [0.1, 0.3, 0.6]);
  // With so many before them, devices are in two chunks.
  const unknown = Array.from({ length: random() < 0.3 ? 85 : 1 }, (_, index) => `never-registered-${String(index)}`);
  const waits = random() < 0.5;
  return {
    ...{ 'rollout-id': id, 'firmware-id': random() < 0.65 ? DEMO.firmwareId : DEMO.otherFirmwareId },
    // Nobody waits in vain for one that is offline.
    sn: [...unknown, ...sns.filter(() => random() < share), waits ? DEMO.otherProduct : DEMO.offlineDevice],
    waves: oneOf(random, [[{ devices: 3 }], [{ percent: 20 }, { percent: 60 }], [{ percent: 100 }]]),
    'between-waves': oneOf(random, [0, 0, 0, 'manual']),
    stop: { 'failed-percent': oneOf(random, [20, 60, 100]), 'of-at-least': oneOf(random, [1, 5, 100]) },
    ...{ 'max-in-flight': oneOf(random, [2, 10, 100]), 'wait-hours': waits ? oneOf(random, [1, 24]) : 0 },
  };
}

/** Repeats a request until its outcome is certain; resolves to it. */
async function askUntilCertain(
  name: string,
  operation: RolloutOperation,
  body: { readonly 'rollout-id': string },
  { stage, onRolloutInvocation, isCalm }: OperatorOptions,
): Promise<RolloutAnswer | undefined> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const faultless = isCalm();
    const { reply, ...times } = await post(stage, `${name}-${String(attempt)}`, operation, body);
    const answer = reply && { status: reply.status, ...v.parse(Entry, reply.details[0] ?? {}) };
    onRolloutInvocation({ operation, rolloutId: body['rollout-id'], faultless, ...times, ...(answer && { answer }) });
    if (answer !== undefined && answer.status < 500 && answer.result !== 4) return answer;
    await pause(PAUSE_MS.least);
  }
  return undefined;
}

const Entry = v.object({
  result: v.optional(v.number()),
  ...{ version: v.optional(v.number()), state: v.optional(v.string()), total: v.optional(v.number()) },
  counts: v.optional(v.record(v.string(), v.number())),
});

/** Invokes the run again and again, sometimes twice at once. What fails in one is left to the next, as in the service. */
export async function runOften(name: string, { stage, seed, isOver }: OperatorOptions): Promise<void> {
  const random = randomFor(seed, name);
  while (!isOver()) {
    const copies = random() < 0.3 ? [1, 2] : [1];
    await Promise.allSettled(copies.map(() => stage.run()));
    await pause(between(random, PAUSE_MS.least, PAUSE_MS.most));
  }
}
