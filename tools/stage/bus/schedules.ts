import type { Functions } from '../functions/functions.ts';
import type { Template } from '../template.ts';
import { busEvent } from './bus-event.ts';
import { schedulesOf } from './rules.ts';

interface SchedulesOptions {
  readonly template: Template;
  readonly functions: Pick<Functions, 'invoke'>;
  /** Called with a line for each invocation that failed. */
  readonly onTrouble: (line: string) => void;
}

/**
 * Invokes functions by the schedules of the template until the scope ends, once each time; not while the last invocation of
 * the schedule goes on. Throws a CommandError for a rule that is unknown here.
 * @param how undefined for never; `everyMs` takes the place of what the template says
 */
export function startSchedules(
  scope: AsyncDisposableStack,
  how: { readonly everyMs: number | undefined } | undefined,
  { template, functions, onTrouble }: SchedulesOptions,
): void {
  if (how === undefined) return;
  for (const schedule of schedulesOf(template)) {
    const { functionId } = schedule;
    let isRunning = false;
    const run = async (): Promise<void> => {
      if (isRunning) return;
      isRunning = true;
      try {
        await functions.invoke(
          functionId,
          busEvent({ source: 'aws.events', detailType: 'Scheduled Event', detail: {} }),
        );
      } catch (error) {
        if (!scope.disposed) onTrouble(`A scheduled invocation of ${functionId} failed: ${String(error)}`);
      } finally {
        isRunning = false;
      }
    };
    const timer = setInterval(() => void run(), how.everyMs ?? schedule.everyMs);
    scope.defer(() => {
      clearInterval(timer);
    });
  }
}
