import fc from 'fast-check';
import { eventsFor } from '../grammar/events.ts';
import { readAnswer } from '../properties/answer.ts';
import { eventFaults } from '../properties/event-faults.ts';
import type { FuzzStage, Operation } from '../stage/fuzz-stage.ts';
import { failureOf, type Failure } from './failure.ts';
import type { Plan } from './plan.ts';

/** Events in flight: enough to keep the function's worker and the engine busy. */
const LANES = 16;

/**
 * Sends an operation as many events as the plan says, and resolves to the first failures, shrunk, or to none.
 * @param started takes the serial number of each device whose upgrade an answer said was started
 */
export async function fuzzEvents(
  stage: FuzzStage,
  operation: Operation,
  plan: Plan,
  started: (sn: string) => void,
): Promise<readonly Failure[]> {
  const property = fc.asyncProperty(eventsFor(operation), async (sent) => {
    const returned = await stage.invoke(operation, sent.event);
    const faults = eventFaults(operation, sent, returned);
    for (const { sn, result } of readAnswer(returned).details) if (result === 0) started(sn);
    plan.onRun();
    if (faults.length > 0) throw new Error(`${faults.join('\n')}\nanswer: ${JSON.stringify(returned)}`);
  });
  const lanes = Array.from({ length: LANES }, (_, lane) =>
    fc.check(property, { seed: plan.seed + lane, numRuns: Math.ceil(plan.runs / LANES) }),
  );
  return (await Promise.all(lanes)).flatMap((details) => failureOf(operation, details));
}
