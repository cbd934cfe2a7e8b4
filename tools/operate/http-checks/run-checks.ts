import { getDotPath, safeParse } from 'valibot';
import type { ApiRequest } from '../../contract/requests.ts';
import type { Answer, Check } from './check.ts';

/** The outcome of a check, in words without secrets. */
export interface Outcome {
  readonly name: string;
  readonly passed: boolean;
  readonly expected: string;
  readonly got: string;
  /** What is wrong with the answer; empty when the check passed, or no answer came. */
  readonly faults: readonly string[];
}

export interface RunOptions {
  /** Base URL, without a trailing slash. */
  readonly url: string;
  /** Session ids that must never be printed. */
  readonly secrets: readonly string[];
  readonly timeoutSeconds: number;
  /** Finds further faults of an answer, besides those against the check's own expectation. */
  readonly validate?: (request: ApiRequest, answer: Answer) => readonly string[];
}

/**
 * Makes the checks one after another. The first request without an answer ends the run: the others would hardly get
 * one, and a deployment waits for the result.
 */
export async function* runChecks(
  checks: readonly Check[],
  { url, secrets, timeoutSeconds, validate = () => [] }: RunOptions,
): AsyncGenerator<Outcome, void> {
  const redact = redactor(secrets);
  for (const check of checks) {
    const answer = await send(url, check.request, timeoutSeconds);
    const { name } = check;
    const expected = check.expectation.map(({ status, says }) => `${String(status)} ${says}`).join(', or ');
    if (typeof answer === 'string') {
      yield { name, passed: false, expected, got: answer, faults: [] };
      return;
    }
    const faults = [...faultsOf(check, answer), ...validate(check.request, answer)].map(redact);
    const got = `${String(answer.status)} with ${redact(answer.text)}`;
    yield { name, passed: faults.length === 0, expected, got, faults };
  }
}

/** Returns a function that removes session ids from a text, in every form that a service may echo. */
function redactor(secrets: readonly string[]): (text: string) => string {
  const forms = secrets.flatMap((secret) => [JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret), secret]);
  return (text) => forms.reduce((clean, form) => clean.replaceAll(form, '[session id]'), text);
}

/** The answer, or why none came. */
async function send(url: string, request: ApiRequest, timeoutSeconds: number): Promise<Answer | string> {
  const { method, path, headers, body = null } = request;
  try {
    const response = await fetch(`${url}${path}`, {
      method,
      headers,
      body,
      // The API never redirects, and cookies must not go anywhere else.
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutSeconds * 1000),
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  } catch (error) {
    return `no answer: ${reason(error, timeoutSeconds)}`;
  }
}

function reason(error: unknown, timeoutSeconds: number): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return `none came within ${String(timeoutSeconds)} s`;
  // `fetch` says only that it failed; the reason is in the cause, and for a host with several addresses in its code.
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  return cause.message === '' && 'code' in cause ? String(cause.code) : cause.message;
}

function faultsOf({ expectation }: Check, { status, headers, text }: Answer): readonly string[] {
  const expected = expectation.find((each) => each.status === status);
  if (expected === undefined) return [`HTTP ${String(status)} is not an answer to this`];
  const headerFaults = Object.entries(expected.headers)
    .filter(([name, value]) => headers.get(name) !== value)
    .map(([name, value]) => `${name} is ${headers.get(name) ?? 'missing'}, not ${value}`);
  const { issues = [] } = safeParse(expected.body, jsonIn(text));
  return [...headerFaults, ...issues.map((issue) => `body ${getDotPath(issue) ?? ''}: ${issue.message}`)];
}

/** The JSON in a text; undefined, which no schema accepts, if it is not JSON. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
