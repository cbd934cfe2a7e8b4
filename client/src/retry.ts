import type { Patience } from './arguments.ts';
import type { Circumstances } from './attempt.ts';
import { StreamFleetError } from './errors.ts';

const FIRST_PAUSE_MS = 500;
const NO_FAILURE = { retryAfterMs: 0, mayHaveStarted: false, mayHaveCancelled: false };

/**
 * Attempts a request until nothing is left to ask for, or patience runs out; resolves to how the last attempt ended. Retrying is
 * safe when an earlier attempt got through: a device that it started or cancelled is answered with 1.
 * @param isComplete whether a result leaves nothing to ask for
 */
export async function patiently<Result>(
  attempt: (circumstances: Circumstances) => Promise<Result | StreamFleetError>,
  { attempts, timeoutMs, longestWaitMs }: Patience,
  signal: AbortSignal | undefined,
  isComplete = () => true,
): Promise<Result | StreamFleetError> {
  let isInDoubt = false;
  for (let count = 1; ; count += 1) {
    const end = await attempt({ timeoutMs, signal, isInDoubt });
    const told = end instanceof StreamFleetError ? end : { ...NO_FAILURE, retryable: !isComplete() };
    const waitMs = Math.max(told.retryAfterMs, Math.min(pauseMs(count), longestWaitMs));
    if (!told.retryable || count >= attempts || waitMs > longestWaitMs) return end;
    isInDoubt = told.mayHaveStarted || told.mayHaveCancelled;
    await wait(waitMs, signal);
  }
}

/** Doubles each time, with jitter so that callers do not retry in step. No answer shortens it. */
function pauseMs(count: number): number {
  return FIRST_PAUSE_MS * 2 ** (count - 1) * (0.5 + Math.random() / 2);
}

/** Resolves after that time. Rejects with the signal's reason as soon as it is aborted. */
export async function wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  await new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    signal?.addEventListener('abort', done);
  });
  signal?.throwIfAborted();
}
