import type { Outcome } from './attempt.ts';
import type { Patience } from './arguments.ts';
import { StreamFleetError } from './errors.ts';

const FIRST_PAUSE_MS = 500;

/** The three forms of RFC 9110, section 5.6.7: all are in GMT, which the last does not say. */
const HTTP_DATE =
  /^([A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} [\d:]{8} GMT|[A-Z][a-z]+day, \d\d-[A-Z][a-z]{2}-\d\d [\d:]{8} GMT|([A-Z][a-z]{2} ){2}[ \d]\d [\d:]{8} \d{4})$/;

/**
 * Attempts a request until nothing is left to ask again for, or patience ends; then its last outcome counts. To repeat a
 * start-upgrade is safe even when an earlier attempt got through: a device that it started is answered 1, and not
 * started again.
 */
export async function patiently<Result>(
  attempt: (mayHaveStarted: boolean) => Promise<Outcome<Result>>,
  { attempts, longestWaitMs }: Patience,
  signal: AbortSignal | undefined,
): Promise<Result> {
  let mayHaveStarted = false;
  for (let count = 1; ; count += 1) {
    const { end, again, retryAfter = null } = await attempt(mayHaveStarted);
    const waitMs = Math.max(retryAfterMs(retryAfter), Math.min(pauseMs(count), longestWaitMs));
    if (!again || count >= attempts || waitMs > longestWaitMs) {
      if (end instanceof StreamFleetError) throw end;
      return end;
    }
    if (end instanceof StreamFleetError) ({ mayHaveStarted } = end);
    await wait(waitMs, signal);
  }
}

/** Twice as long each time, and never two callers alike. No answer shortens it. */
function pauseMs(count: number): number {
  return FIRST_PAUSE_MS * 2 ** (count - 1) * (0.5 + Math.random() / 2);
}

/** How long an answer asks to wait, in whole seconds or until a date; 0 when it does not say, or not in a form there is. */
function retryAfterMs(text: string | null): number {
  if (text === null) return 0;
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const date = HTTP_DATE.test(text) ? Date.parse(text.endsWith('GMT') ? text : `${text} GMT`) : Number.NaN;
  return Number.isNaN(date) ? 0 : date - Date.now();
}

async function wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
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
