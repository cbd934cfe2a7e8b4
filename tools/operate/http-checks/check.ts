import type { GenericSchema } from 'valibot';

/** One request, and the answers that a stage may give to it. */
export interface Check {
  readonly name: string;
  readonly request: CheckRequest;
  /** Any of these passes; each has a different HTTP status. */
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

/** A session as its two cookies carry it. */
export interface Session {
  readonly sid: string;
  readonly uid: string;
}

/** A check that passes on any of these answers. */
export function check(name: string, request: CheckRequest, ...expectation: readonly ExpectedAnswer[]): Check {
  return { name, request, expectation };
}
