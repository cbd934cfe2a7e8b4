import type { Outcome } from './attempt.ts';
import type { Patience } from './arguments.ts';
import { StreamFleetError, type Effect } from './errors.ts';

const FIRST_PAUSE_MS = 500;

/**
 * Attempts a request until nothing is left to ask for, or patience runs out; then its last outcome counts. Retrying is
 * safe when an earlier attempt got through: a device that it started or cancelled is answered with 1.
 */
export async function patiently<Result>(
  attempt: (mayHave: Effect | undefined) => Promise<Outcome<Result>>,
  { attempts, longestWaitMs }: Patience,
  signal: AbortSignal | undefined,
): Promise<Result> {
  let mayHave: Effect | undefined;
  for (let count = 1; ; count += 1) {
    const outcome = await attempt(mayHave);
    const waitMs = Math.max(outcome.retryAfterMs, Math.min(pauseMs(count), longestWaitMs));
    if (!outcome.again || count >= attempts || waitMs > longestWaitMs) {
      if (outcome.end instanceof StreamFleetError) throw outcome.end;
      return outcome.end;
    }
    ({ mayHave } = outcome);
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
