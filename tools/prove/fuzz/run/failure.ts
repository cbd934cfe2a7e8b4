import type { RunDetails } from 'fast-check';

/** An input that broke a property, shrunk to the smallest that still does. */
export interface Failure {
  /** Operation or kind of record. */
  readonly part: string;
  readonly what: string;
  readonly input: unknown;
}

/** The failure in the result of a check, if it failed. */
export function failureOf<Inputs>(part: string, details: RunDetails<Inputs>): Failure[] {
  if (!details.failed) return [];
  const { errorInstance, counterexample } = details;
  const what = errorInstance instanceof Error ? errorInstance.message : String(errorInstance);
  return [{ part, what, input: counterexample }];
}
