/**
 * The time of a request, all of it in milliseconds. The longest way: a session is read in 6 s, what a request is judged by
 * in 6 s more, or 12 where a batch has to be asked for again, and claims begin until 19 s; the last attempt of a claim ends,
 * and is read back and told, by 25 s.
 */

/** Lambda stops a function then. HTTP APIs give up after 30 s: the function always gets to give its own answer. */
export const FUNCTION_TIMEOUT_MS = 25_000;

/** Lambda stops a run over the roll-outs then: they begin a minute apart, and so do not meet. */
export const RUN_TIMEOUT_MS = 55_000;

/** Attempts of each database call. With ATTEMPT_MS for each, a table that is down is reported within 10 s. */
export const ATTEMPTS = 3;
/** The time limit of one attempt until its reply begins, connecting included. It is enough for a call of 25 writes, as few run at a time. */
export const ATTEMPT_MS = 2_000;

/** The longest that the database client waits between two attempts, when it is throttled. */
export const LONGEST_PAUSE_MS = 2_000;

/** Reading back gets the time of one attempt, less what the answer itself needs. */
const READ_BACK_MS = ATTEMPT_MS;
const ANSWER_MS = 500;

/** What may follow the start of a write attempt: the attempt itself, a pause, and reading back the result. */
const WRITE_RESERVE_MS = ATTEMPT_MS + LONGEST_PAUSE_MS + READ_BACK_MS;

/** Who asks, and the time left to respond. */
export interface Caller {
  readonly userName: string;
  /** Milliseconds until the function is stopped. */
  readonly remainingMs: () => number;
}

/** Whether an attempt of a write may begin now. */
export function isTimeToWrite({ remainingMs }: Caller): boolean {
  return remainingMs() > WRITE_RESERVE_MS;
}

/** A signal that aborts when only the time for the answer is left; already aborted if even less is left. */
export function untilAnswer({ remainingMs }: Caller): AbortSignal {
  const usableMs = remainingMs() - ANSWER_MS;
  return usableMs > 0 ? AbortSignal.timeout(usableMs) : AbortSignal.abort();
}

/** What may follow the start of a step on a roll-out: a read, a write and a pause, each with one attempt that is repeated. */
const STEP_RESERVE_MS = 10_000;

/** Whether a step may begin that reads a roll-out and changes it. One that is stopped in the middle of it is harmless. */
export function isTimeForStep(remainingMs: number): boolean {
  return remainingMs > STEP_RESERVE_MS;
}
