import type { Answer, Check, CheckRequest } from './check.ts';
import { faultsOf } from './faults.ts';
import { redactor } from './redact.ts';
import { send } from './send.ts';

/** What became of a check, in words that hold no secret. */
export interface Outcome {
  readonly name: string;
  readonly passed: boolean;
  readonly expected: string;
  readonly got: string;
  /** What is wrong with the answer; empty when it passed, or when none came. */
  readonly faults: readonly string[];
}

/** Whom to ask, and how. */
export interface RunOptions {
  /** Base URL, without a slash at its end. */
  readonly url: string;
  /** Session ids that may never be printed. */
  readonly secrets: readonly string[];
  readonly timeoutSeconds: number;
  /** What else is wrong with an answer, a line each; without it, only the check's own expectation counts. */
  readonly judge?: (request: CheckRequest, answer: Answer) => readonly string[];
}

/**
 * Makes the checks one after the other, and ends with the first that is not answered at all: the others would
 * hardly fare better, and a deploy waits for the result.
 */
export async function* runChecks(
  checks: readonly Check[],
  { url, secrets, timeoutSeconds, judge = () => [] }: RunOptions,
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
    const faults = [...faultsOf(check, answer), ...judge(check.request, answer)].map(redact);
    const got = `${String(answer.status)} with ${redact(answer.text)}`;
    yield { name, passed: faults.length === 0, expected, got, faults };
  }
}
