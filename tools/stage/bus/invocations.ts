import { setTimeout as pause } from 'node:timers/promises';
import type { Functions } from '../functions/functions.ts';
import type { OnEvent } from '../pipes/start-pipes.ts';
import type { Template } from '../template.ts';
import { busEvent } from './bus-event.ts';
import { rulesOf, schedulesOf } from './rules.ts';

/** As Lambda does for events; but it waits for a minute, and then for two. */
const PAUSES_MS = [500, 1_000];

/** Events under way at once: more of them would keep the engine from answering callers. */
const LANES = 4;

interface BusOptions {
  readonly template: Template;
  readonly functions: Pick<Functions, 'invoke'>;
  /** Called with a line for each event that is given up, and for each invocation by a schedule that failed. */
  readonly onTrouble: (line: string) => void;
}

/**
 * Invokes functions by the rules of the template until the scope ends, at least once for each event, and in no particular
 * order. Throws a CommandError for a rule that is unknown here.
 */
export function eventDelivery(scope: AsyncDisposableStack, { template, functions, onTrouble }: BusOptions): OnEvent {
  const rules = rulesOf(template);
  const lanes = Array.from({ length: LANES }, () => Promise.resolve());
  return (event) => {
    const delivered = busEvent(event);
    for (const { functionId } of rules.filter(({ matches }) => matches(delivered))) {
      const before = lanes.shift() ?? Promise.resolve();
      lanes.push(before.then(() => deliver(functionId, delivered)));
    }
  };

  async function deliver(functionId: string, event: object): Promise<void> {
    for (const pauseMs of [...PAUSES_MS, undefined]) {
      try {
        await functions.invoke(functionId, event);
        return;
      } catch (error) {
        if (scope.disposed) return;
        if (pauseMs === undefined) onTrouble(`An event for ${functionId} is given up: ${String(error)}`);
        else await pause(pauseMs, undefined, { ref: false });
      }
    }
  }
}

/**
 * Invokes functions by the schedules of the template until the scope ends, once each time; not while the last invocation of
 * the schedule goes on. Throws a CommandError for a rule that is unknown here.
 * @param how undefined for never; `everyMs` takes the place of what the template says
 */
export function startSchedules(
  scope: AsyncDisposableStack,
  how: { readonly everyMs: number | undefined } | undefined,
  { template, functions, onTrouble }: BusOptions,
): void {
  if (how === undefined) return;
  for (const { functionId, everyMs } of schedulesOf(template)) {
    const event = { source: 'aws.events', detailType: 'Scheduled Event', detail: {} };
    let isRunning = false;
    const run = async (): Promise<void> => {
      if (isRunning) return;
      isRunning = true;
      try {
        await functions.invoke(functionId, busEvent(event));
      } catch (error) {
        if (!scope.disposed) onTrouble(`A scheduled invocation of ${functionId} failed: ${String(error)}`);
      } finally {
        isRunning = false;
      }
    };
    const timer = setInterval(() => void run(), how.everyMs ?? everyMs);
    scope.defer(() => {
      clearInterval(timer);
    });
  }
}
