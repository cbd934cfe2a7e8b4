import type { Polling, WaitOptions } from './arguments.ts';
import { StreamFleetError } from './errors.ts';
import { wait } from './retry.ts';
import type { AwaitedDetail, AwaitedUpgrades, StatusAnswer, StatusDetail } from './types.ts';

const NOT_EXIST = 16;
const ENDS: readonly (string | undefined)[] = ['succeeded', 'failed', 'cancelled', 'timed-out', undefined];

/** Whether the status is final: the upgrade ended, or no state of it is on record. An unknown state may go on. */
export function hasEnded({ result, state, isAnothers }: AwaitedDetail): boolean {
  return isAnothers === true || result === NOT_EXIST || (result === 0 && ENDS.includes(state));
}

/** Whose upgrade it is: without a key and a firmware, everybody's. */
function awaited(detail: StatusDetail, meant: Pick<WaitOptions, 'key' | 'firmware-id'>): AwaitedDetail {
  const isMeant = (['key', 'firmware-id'] as const).every((name) => !(name in meant) || detail[name] === meant[name]);
  return detail.result === 0 && !isMeant ? { ...detail, isAnothers: true } : detail;
}

/**
 * Polls the devices whose upgrades have not ended. Once something is known, a transient failure ends only its round;
 * the next one begins no sooner than `Retry-After` says.
 */
export async function waitForUpgrades(
  sns: readonly string[],
  ask: (batch: readonly string[]) => Promise<StatusAnswer>,
  { onProgress, signal, intervalMs, maxDurationMs, batchSize, ...meant }: Polling & WaitOptions,
): Promise<AwaitedUpgrades> {
  // By a clock that nobody sets.
  const end = performance.now() + maxDurationMs;
  const distinct = [...new Set(sns)];
  const told = new Map<string, AwaitedDetail>();
  let open = distinct;
  let requestId: string | undefined;
  for (;;) {
    const failure = await round();
    const known = { details: distinct.flatMap((sn) => told.get(sn) ?? []), requestId };
    if (failure === undefined) onProgress?.(known.details);
    if (open.length === 0) return { allEnded: true, ...known };
    const pauseMs = Math.max(intervalMs, failure?.retryAfterMs ?? 0);
    if (performance.now() + pauseMs > end) {
      if (failure !== undefined) throw failure;
      return { allEnded: false, ...known };
    }
    await wait(pauseMs, signal);
  }

  /** Whoever was asked for goes to the end: after a failure, the next round begins with those that this one did not reach. */
  async function round(): Promise<StreamFleetError | undefined> {
    try {
      for (let left = open.length; left > 0; left -= batchSize) {
        const batch = open.slice(0, Math.min(left, batchSize));
        const answer = await ask(batch);
        ({ requestId } = answer);
        const details = answer.details.map((detail) => awaited(detail, meant));
        for (const detail of details) told.set(detail.sn, detail);
        const going = details.filter((detail) => !hasEnded(detail)).map(({ sn }) => sn);
        open = [...open.slice(batch.length), ...going];
      }
    } catch (error) {
      if (!(error instanceof StreamFleetError && error.retryable && told.size > 0)) throw error;
      return error;
    }
    return undefined;
  }
}
