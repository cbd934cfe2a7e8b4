import { withoutSecrets } from './arguments.ts';
import { NoAnswerError, RefusalError, type Effect, type Failure, type StreamFleetError } from './errors.ts';
import type { Operation } from './operations.ts';
import { printable, textOf } from './response.ts';
import { retryAfterMs } from './retry-after.ts';

/** The outcome of one attempt. */
export interface Outcome<Result> {
  readonly end: Result | StreamFleetError;
  /** Whether asking again may help. */
  readonly again: boolean;
  /** How long the answer asks to wait; 0 if it does not. */
  readonly retryAfterMs: number;
  /** What this attempt or an earlier one may have done, without an answer to confirm it. */
  readonly mayHave: Effect | undefined;
}

/** A request, and how its answer is read. */
export interface Request<Result> {
  readonly operation: Operation<Result>;
  readonly url: string;
  readonly init: RequestInit;
}

/** The limits of an attempt, and what earlier ones may have done. */
export interface Circumstances {
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
  /** What an earlier attempt of the call may have done. */
  readonly mayHave: Effect | undefined;
}

/** Transient statuses: throttling, a function that was stopped, no capacity; a proxy in front that got no answer. */
const PASSING = [429, 500, 502, 503, 504];

/** Statuses of the gateway's own answers that mean that the service was not asked. */
const NOT_PASSED_ON = [400, 404, 413, 429];

/** Sends a request once. Rejects only when the signal ends it, with the signal's reason. */
export async function attempt<Result>(
  request: Request<Result>,
  { timeoutMs, signal, mayHave }: Circumstances,
): Promise<Outcome<Result>> {
  const { operation, url, init } = request;
  const timeout = AbortSignal.timeout(timeoutMs);
  const ended = new AbortController();
  const end = () => {
    ended.abort(timeout.reason);
  };
  // In Node 20, AbortSignal.any would leave an entry on a long-lived signal for each attempt.
  for (const each of [signal, timeout]) each?.addEventListener('abort', end);
  let response: Response | undefined;
  try {
    signal?.throwIfAborted();
    // The API never redirects, and cookies must not go anywhere else.
    response = await fetch(url, { ...init, credentials: 'include', redirect: 'manual', signal: ended.signal });
    // The whole body is read here, so that the time-out covers it.
    return outcomeOf(request, response, await textOf(response), mayHave);
  } catch (cause) {
    signal?.throwIfAborted();
    const reason = printable(reasonOf(cause));
    const failure = { ...failureOf(request, response, operation.effect), retryable: true };
    const what = response === undefined ? 'no answer' : `HTTP ${String(response.status)}, cut off`;
    return failed(new NoAnswerError(`${what} (${reason})`, url, { ...failure, cause }), failure);
  } finally {
    for (const each of [signal, timeout]) each?.removeEventListener('abort', end);
  }
}

interface Within {
  readonly cause?: unknown;
  readonly errors?: unknown;
}

/** Why something failed: `fetch`, and a connection to a host with several addresses, have that only in what is within. */
function reasonOf(error: unknown): string {
  const { cause, errors }: Within = typeof error === 'object' && error !== null ? error : {};
  const [within = cause] = [errors].flat();
  return within === undefined ? String(error) : reasonOf(within);
}

function outcomeOf<Result>(
  request: Request<Result>,
  response: Response,
  text: string | undefined,
  before: Effect | undefined,
): Outcome<Result> {
  const { status } = response;
  const failure = failureOf(request, response, before);
  const content = request.operation.read(text === undefined ? undefined : parsed(text), failure.requestId);
  if (content === undefined || (status === 200) !== (content.code === 0)) return noAnswer(request, response, failure);
  const { code, details, field, isInDoubt, result } = content;
  if (result !== undefined) return { end: result, again: false, retryAfterMs: 0, mayHave: undefined };
  const mayHave = isInDoubt ? request.operation.effect : failure.mayHave;
  const refusal = { ...failure, mayHave, retryable: failure.retryable && status !== 500 };
  return failed(new RefusalError(code, details, refusal, field), refusal);
}

function noAnswer({ operation, url }: Request<unknown>, { status, headers }: Response, before: Failure) {
  const target = headers.get('location');
  const location = target === null ? undefined : printable(withoutSecrets(target));
  const what = status === 0 ? 'a redirect' : `HTTP ${String(status)}`;
  const where = location === undefined ? '' : ` to ${location}`;
  const type = printable(headers.get('content-type') ?? 'no content type');
  const message = `${what}${where} (${type}) is no answer of this service`;
  const failure = NOT_PASSED_ON.includes(status) ? before : { ...before, mayHave: operation.effect };
  return failed(new NoAnswerError(message, url, { ...failure, location }), failure);
}

function failed(end: StreamFleetError, { retryable, retryAfterMs, mayHave }: Failure): Outcome<never> {
  return { end, again: retryable, retryAfterMs, mayHave };
}

/** What an answer says about a failure. Browsers hide the status of a redirect. */
function failureOf({ init }: Request<unknown>, response: Response | undefined, mayHave: Effect | undefined): Failure {
  const { status = 0, headers } = response ?? {};
  const requestId = headers?.get('apigw-requestid') ?? undefined;
  return {
    httpStatus: status === 0 ? undefined : status,
    requestId: requestId === undefined ? undefined : printable(requestId),
    key: new Headers(init.headers).get('idempotency-key') ?? undefined,
    mayHave,
    retryable: PASSING.includes(status),
    retryAfterMs: retryAfterMs(headers?.get('retry-after')),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
