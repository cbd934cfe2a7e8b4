import { setTimeout as pause } from 'node:timers/promises';
import { StreamFleetError, type RolloutDetail, type StreamFleetClient } from '../../../../client/src/index.ts';
import { CommandError } from '../../../command-line.ts';
import { messageOf } from '../errors.ts';
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
  let failure: StreamFleetError | undefined;
  while (!isSettled(rollout)) {
    const progress = progressOf(rollout, failure);
    printer.progress(progress);
    const pauseMs = Math.max(watch.intervalMs, failure?.retryAfterMs ?? 0);
    if (performance.now() + pauseMs > end) {
      throw new CommandError(`The time is up, with ${progress}; to watch on, give a longer --for`);
    }
    await pause(pauseMs, undefined, { signal: ending.asked }).catch(() => undefined);
    ending.throwIfVain();
    const seen = await statusOf(api, id).catch(passing);
    failure = seen instanceof StreamFleetError ? seen : undefined;
    rollout = seen instanceof StreamFleetError ? rollout : seen;
  }
  ending.tellEarly(() => progressOf(rollout));
  showRollout(printer, rollout);
  const skipped = sum(rollout.counts, ['skipped']);
  if (skipped > 0) printer.note(`${String(skipped)} were skipped: see "rollout status ${id} --state skipped"`);
  const fault = faultOf(rollout);
  if (fault !== undefined) throw new CommandError(fault);
}

/** A failure that may pass: a roll-out may be watched for days. */
function passing(error: unknown): StreamFleetError {
  if (error instanceof StreamFleetError && error.retryable) return error;
  throw error;
}

function progressOf(rollout: RolloutDetail, failure?: StreamFleetError): string {
  const known = `wave ${String(rowOf(rollout)['wave'])}: ${countsIn(rollout.counts ?? {})}`;
  return failure ? `${known}, as last known: it cannot be read now (${messageOf(failure)})` : known;
}

/** Whether it goes on no more, or not without a person. */
export function isSettled({ state, counts }: RolloutDetail): boolean {
  return state !== 'running' && (state !== 'cancelled' || sum(counts, UNDER_WAY) === 0);
}

const UNDER_WAY = ['requested', 'running'];
const NOT_DONE = ['failed', 'timed-out', 'lost', 'cancelled'];

/** What to say of one that is settled, if not all is well. */
export function faultOf({ 'rollout-id': id, state, reason, counts, total }: RolloutDetail): string | undefined {
  if (state !== 'completed') return `Roll-out ${id} is ${String(state)}${reason === undefined ? '' : ` (${reason})`}`;
  if (counts === undefined) return `What became of the devices of ${id} cannot be read`;
  const failed = sum(counts, NOT_DONE);
  if (failed === 0) return undefined;
  return `${String(failed)} of ${String(total)} devices have not succeeded: see "rollout retry ${id}"`;
}
