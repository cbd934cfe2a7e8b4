import type { GenericSchema } from 'valibot';

/** One request, and the answers that a stage may give to it. */
export interface Check {
  readonly name: string;
  readonly request: CheckRequest;
  /** Any of these passes; each has another HTTP status. */
  readonly expectation: readonly ExpectedAnswer[];
}

export interface CheckRequest {
  readonly method: 'GET' | 'POST' | 'PUT';
  /** Without the base URL; begins with a slash. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
}

/** One answer that passes. */
export interface ExpectedAnswer {
  readonly status: number;
  /** Headers that must be there, to the letter. */
  readonly headers: Readonly<Record<string, string>>;
  /** What the body must be, once it is parsed. */
  readonly body: GenericSchema;
  /** The same in words, for the report. */
  readonly says: string;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** A session as its two cookies carry it. */
export interface Session {
  readonly sid: string;
  readonly uid: string;
}

/** A check that any of these answers passes. */
export function check(name: string, request: CheckRequest, ...expectation: readonly ExpectedAnswer[]): Check {
  return { name, request, expectation };
}
