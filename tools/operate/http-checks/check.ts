import type { GenericSchema } from 'valibot';

/** One thing that a stage must do, as data: what is asked, and what must come back. */
export interface Check {
  readonly name: string;
  readonly request: CheckRequest;
  /** Any of these will do; each has an HTTP status of its own. */
  readonly expectation: readonly ExpectedAnswer[];
}

/** What is asked of a stage. */
export interface CheckRequest {
  readonly method: 'GET' | 'POST' | 'PUT';
  /** Without the base URL; begins with a slash. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
}

/** One answer that will do. */
export interface ExpectedAnswer {
  readonly status: number;
  /** Headers that must be there, to the letter. */
  readonly headers: Readonly<Record<string, string>>;
  /** What the body must be, once it is parsed. */
  readonly body: GenericSchema;
  /** The same in words, for the report. */
  readonly says: string;
}

/** What came back. */
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
