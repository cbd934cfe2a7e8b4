import { withoutSecrets } from './arguments.ts';
import { NoAnswerError, RefusalError, type Failure, type StreamFleetError } from './errors.ts';
import type { Operation } from './operations.ts';
import { printable, textOf } from './response.ts';
import { retryAfterMs } from './retry-after.ts';

/** A request, and how its answer is read. */
export interface Request<Result> {
  readonly operation: Operation<Result>;
  readonly url: string;
  readonly init: RequestInit;
}

/** The limits of an attempt, and what is known of earlier ones. */
export interface Circumstances {
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
  /** Whether an earlier attempt of the call may have had its effect. */
  readonly isInDoubt: boolean;
}

/** Transient statuses: throttling, a function that was stopped, no capacity; a proxy in front that got no answer. */
const PASSING = [429, 500, 502, 503, 504];

/** Statuses of the gateway's own answers that mean that the service was not asked. */
const NOT_PASSED_ON = [400, 404, 413, 429];

/** Sends a request once: its result, or why there is none. Rejects only when the signal ends it, with the signal's reason. */
export async function attempt<Result>(
  request: Request<Result>,
  { timeoutMs, signal, isInDoubt }: Circumstances,
): Promise<Result | StreamFleetError> {
  const { url, init } = request;
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
    return endOf(request, response, parsed(await textOf(response)), isInDoubt);
  } catch (cause) {
    signal?.throwIfAborted();
    const reason = printable(reasonOf(cause));
    const failure = { ...failureOf(request, response, true), retryable: true, cause };
    const what = response === undefined ? 'no answer' : `HTTP ${String(response.status)}, cut off`;
    return new NoAnswerError(`${what} (${reason})`, url, failure);
  } finally {
    for (const each of [signal, timeout]) each?.removeEventListener('abort', end);
  }
}

/** Why something failed. `fetch`, and a connection to a host with several addresses, say it only in the inner error. */
function reasonOf(error: unknown, depth = 3): string {
  const { cause, errors }: { cause?: unknown; errors?: unknown } = error instanceof Error ? error : {};
  const inner = [errors, cause].flat().find((each) => each instanceof Error);
  return inner === undefined || depth === 0 ? String(error) : reasonOf(inner, depth - 1);
}

function endOf<Result>(request: Request<Result>, response: Response, body: unknown, before: boolean) {
  const { status } = response;
  const failure = failureOf(request, response, before);
  const content = request.operation.read(body, failure.requestId);
  if (content === undefined || (status === 200) !== (content.code === 0)) return noAnswer(request, response, before);
  const { code, details, field, isInDoubt, result } = content;
  if (result !== undefined) return result;
  const mayHave = isInDoubt ? request.operation.effect : failure.mayHave;
  const retryable = failure.retryable && status !== 500;
  return new RefusalError(code, details, { ...failure, mayHave, retryable }, field);
}

function noAnswer(request: Request<unknown>, response: Response, before: boolean): NoAnswerError {
  const { status, headers } = response;
  const target = headers.get('location');
  const location = target === null ? undefined : printable(withoutSecrets(target));
  const what = status === 0 ? 'a redirect' : `HTTP ${String(status)}`;
  const where = location === undefined ? '' : ` to ${location}`;
  const type = printable(headers.get('content-type') ?? 'no content type');
  const message = `${what}${where} (${type}) is no answer of this service`;
  const failure = failureOf(request, response, before || !NOT_PASSED_ON.includes(status));
  return new NoAnswerError(message, request.url, { ...failure, location });
}

/** What an answer says about a failure. Browsers hide the status of a redirect. */
function failureOf({ operation, init }: Request<unknown>, response: Response | undefined, isInDoubt: boolean): Failure {
  const { status = 0, headers } = response ?? {};
  const requestId = headers?.get('apigw-requestid') ?? undefined;
  return {
    httpStatus: status === 0 ? undefined : status,
    requestId: requestId === undefined ? undefined : printable(requestId),
    key: new Headers(init.headers).get('idempotency-key') ?? undefined,
    mayHave: isInDoubt ? operation.effect : undefined,
    retryable: PASSING.includes(status),
    retryAfterMs: retryAfterMs(headers?.get('retry-after')),
  };
}

function parsed(text = ''): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
