import { setTimeout as pause } from 'node:timers/promises';
import { StreamFleetError, type RolloutDetail, type StreamFleetClient } from '../../../../client/src/index.ts';
import { CommandError } from '../../../command-line.ts';
import type { CommandContext } from '../program.ts';
import { statusOf } from './api.ts';
import { countsIn, rowOf, showRollout, sum } from './show.ts';

interface Watch {
  readonly intervalMs: number;
  readonly maxDurationMs: number;
}

/**
 * Shows how far a roll-out is until it has ended, or waits for a person.
 * @throws CommandError unless it is completed and nothing of it has failed
 */
export async function watchRollout(
  context: CommandContext,
  api: StreamFleetClient,
  id: string,
  watch: Watch,
): Promise<void> {
  const { printer, ending } = context;
  ending.tellEarly(() => 'the roll-out goes on without this command: to watch on, run it again');
  // By a clock that nobody sets.
  const end = performance.now() + watch.maxDurationMs;
  let rollout = await statusOf(api, id);
  while (!isSettled(rollout)) {
    printer.progress(progressOf(rollout));
    if (performance.now() + watch.intervalMs > end) {
      throw new CommandError(`The time is up, with ${progressOf(rollout)}; to watch on, give a longer --for`);
    }
    await pause(watch.intervalMs, undefined, { signal: ending.asked }).catch(() => undefined);
    ending.throwIfVain();
    const before = rollout;
    rollout = await statusOf(api, id).catch((error: unknown) => {
      // It may be watched for days.
      if (error instanceof StreamFleetError && error.retryable) return before;
      throw error;
    });
  }
  ending.tellEarly(() => progressOf(rollout));
  showRollout(printer, rollout);
  const fault = faultOf(rollout);
  if (fault !== undefined) throw new CommandError(fault);
}

function progressOf(rollout: RolloutDetail): string {
  return `wave ${String(rowOf(rollout)['wave'])}: ${countsIn(rollout.counts ?? {})}`;
}

/** Whether it goes on no more, or not without a person. */
export function isSettled({ state, counts }: RolloutDetail): boolean {
  return state !== 'running' && (state !== 'cancelled' || counts === undefined || sum(counts, UNDER_WAY) === 0);
}

const UNDER_WAY = ['requested', 'running'];
const NOT_DONE = ['failed', 'timed-out', 'lost', 'cancelled'];

/** What to say of one that is settled, if not all is well. */
export function faultOf({ 'rollout-id': id, state, reason, counts, total }: RolloutDetail): string | undefined {
  if (state !== 'completed') return `Roll-out ${id} is ${String(state)}${reason === undefined ? '' : ` (${reason})`}`;
  const failed = counts === undefined ? 0 : sum(counts, NOT_DONE);
  if (failed === 0) return undefined;
  return `${String(failed)} of ${String(total)} devices have not succeeded: see "rollout retry ${id}"`;
}
