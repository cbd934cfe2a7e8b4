import type { GenericSchema } from 'valibot';
import type { ApiRequest } from '../../contract/requests.ts';

/** One request, and the answers that a stage may give to it. */
export interface Check {
  readonly name: string;
  readonly request: ApiRequest;
  /** Any of these passes; each has a different HTTP status. */
  readonly expectation: readonly ExpectedAnswer[];
}

/** One answer that passes. */
export interface ExpectedAnswer {
  readonly status: number;
  /** Headers that must be present with exactly these values. */
  readonly headers: Readonly<Record<string, string>>;
  /** Schema of the parsed body. */
  readonly body: GenericSchema;
  /** The expectation in words, for the report. */
  readonly says: string;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** A check that passes on any of these answers. */
export function check(name: string, request: ApiRequest, ...expectation: readonly ExpectedAnswer[]): Check {
  return { name, request, expectation };
}
