import type { Answer, Check } from './check.ts';
import { faultsOf } from './faults.ts';
import type { SmokeOptions } from './options.ts';
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

/**
 * Makes the checks one after the other, and ends with the first that is not answered at all: the others would
 * hardly fare better, and a deploy waits for the result.
 */
export async function* runChecks(
  checks: readonly Check[],
  { url, session, timeoutSeconds }: SmokeOptions,
): AsyncGenerator<Outcome, void> {
  const redact = redactor(session?.sid);
  for (const check of checks) {
    const answer = await send(url, check.request, timeoutSeconds);
    yield outcomeOf(check, answer, redact);
    if (typeof answer === 'string') return;
  }
}

function outcomeOf(check: Check, answer: Answer | string, redact: (text: string) => string): Outcome {
  const { name } = check;
  const expected = check.expectation.map(({ status, says }) => `${String(status)} ${says}`).join(', or ');
  if (typeof answer === 'string') return { name, passed: false, expected, got: answer, faults: [] };
  const faults = faultsOf(check, answer).map(redact);
  const got = `${String(answer.status)} with ${redact(answer.text)}`;
  return { name, passed: faults.length === 0, expected, got, faults };
}
