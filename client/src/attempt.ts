import { NoAnswerError, RefusalError, type Failure, type StreamFleetError } from './errors.ts';
import type { Operation } from './operations.ts';

/** What one attempt came to. */
export interface Outcome<Result> {
  readonly end: Result | StreamFleetError;
  /** Whether to ask again may help. */
  readonly again: boolean;
  readonly retryAfter?: string | null;
}

/** A request, and how its answer is read. */
export interface Request<Result> {
  readonly operation: Operation<Result>;
  readonly url: string;
  readonly init: RequestInit;
}

/** What bounds an attempt, and what was before it. */
export interface Circumstances {
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
  /** Whether an earlier attempt of the call may have started something. */
  readonly mayHaveStarted: boolean;
}

/** Throttling, a function that was stopped, no capacity: what passes by itself. */
const PASSING = [429, 500, 503];

/** The gateway's own answers that mean that the service was not asked. */
const NOT_PASSED_ON = [400, 404, 413, 429];

/** Sends a request once. Rejects only when the signal ends it, with the signal's reason. */
export async function attempt<Result>(
  request: Request<Result>,
  { timeoutMs, signal, mayHaveStarted }: Circumstances,
): Promise<Outcome<Result>> {
  const { operation, url, init } = request;
  const timeout = AbortSignal.timeout(timeoutMs);
  const ended = signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
  let response: Response | undefined;
  try {
    // The API never redirects, and cookies must not go anywhere else.
    response = await fetch(url, { ...init, credentials: 'include', redirect: 'manual', signal: ended });
    // Read to its end, so that the time-out covers all of it.
    return outcomeOf(request, response, await response.text(), mayHaveStarted);
  } catch (cause) {
    signal?.throwIfAborted();
    const reason = String(cause instanceof Error ? (cause.cause ?? cause) : cause);
    const failure = { ...failureOf(response, operation.starts), cause };
    const what = response === undefined ? 'no answer' : `HTTP ${String(response.status)}, cut off`;
    return { end: new NoAnswerError(`${what} (${reason})`, url, failure), again: true };
  }
}

function outcomeOf<Result>(
  request: Request<Result>,
  response: Response,
  text: string,
  before: boolean,
): Outcome<Result> {
  const { status, headers } = response;
  const retryAfter = headers.get('retry-after');
  const failure = failureOf(response, before);
  const content = request.operation.read(parsed(text), failure.requestId);
  if (content === undefined || (status === 200) !== (content.code === 0))
    return { end: noAnswer(request, response, failure), again: PASSING.includes(status), retryAfter };
  if (status === 200) return { end: content.result, again: false };
  const again = PASSING.includes(status) && status !== 500;
  return { end: new RefusalError(content.code, content.details, failure), again, retryAfter };
}

function noAnswer(
  { operation, url }: Request<unknown>,
  { status, headers }: Response,
  failure: Failure,
): NoAnswerError {
  const location = headers.get('location') ?? undefined;
  const what = status === 0 ? 'a redirect' : `HTTP ${String(status)}`;
  const where = location === undefined ? '' : ` to ${location}`;
  const type = headers.get('content-type') ?? 'no content type';
  return new NoAnswerError(`${what}${where} (${type}) is no answer of this service`, url, {
    ...{ ...failure, location },
    mayHaveStarted: failure.mayHaveStarted || (operation.starts && !NOT_PASSED_ON.includes(status)),
  });
}

/** What an answer tells of itself. Browsers hide the status of a redirect. */
function failureOf(response: Response | undefined, mayHaveStarted: boolean): Failure {
  const requestId = response?.headers.get('apigw-requestid') ?? undefined;
  return { httpStatus: response?.status === 0 ? undefined : response?.status, requestId, mayHaveStarted };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
