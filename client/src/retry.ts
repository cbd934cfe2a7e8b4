import { NoAnswerError } from './errors.ts';
import type { Patience } from './options.ts';
import { retryAfterMs } from './retry-after.ts';

/** The gateway or a table has no room: nothing was started. */
const BUSY = new Set([429, 503]);

const FIRST_WAIT_MS = 500;

/** Resolves after a time. Rejects when the signal ends it. */
export type Wait = (milliseconds: number, signal: AbortSignal) => Promise<void>;

/**
 * A `fetch` that tries again when the network fails, when time runs out, and when the answer is 429 or 503. To repeat a
 * start-upgrade is safe even when the first attempt got through: a device that it started is answered 1, and not
 * started again.
 */
export function patientFetch(
  { attempts, timeoutMs, longestWaitMs }: Patience,
  wait: Wait,
): (request: Request) => Promise<Response> {
  return async (request) => {
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await send(request, timeoutMs);
      if (outcome instanceof Response && !BUSY.has(outcome.status)) return outcome;
      const waitMs = retryAfterMs(outcome) ?? backOff(attempt);
      if (attempt >= attempts || waitMs > longestWaitMs) return lastWord(outcome, attempt);
      await wait(waitMs, request.signal);
    }
  };
}

/** The answer, read to its end so that the time-out covers all of it; or the failure. Rejects when the caller gave up. */
async function send(request: Request, timeoutMs: number): Promise<Response | Error> {
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(timeoutMs)]);
  try {
    const response = await fetch(request.clone(), { signal });
    const { status, headers } = response;
    return new Response((await response.text()) || null, { status, headers });
  } catch (error) {
    request.signal.throwIfAborted();
    return error instanceof Error ? error : new Error(String(error));
  }
}

function lastWord(outcome: Response | Error, attempts: number): Response {
  if (outcome instanceof Response) return outcome;
  throw new NoAnswerError(`no answer in ${String(attempts)} attempts: ${outcome.message}`, { cause: outcome });
}

/** Twice as long each time, and never two callers alike. */
function backOff(attempt: number): number {
  return FIRST_WAIT_MS * 2 ** (attempt - 1) * (0.5 + Math.random() / 2);
}
