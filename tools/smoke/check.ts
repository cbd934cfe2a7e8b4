import type { GenericSchema } from 'valibot';

/** One thing that a deployed stage must do, as data: what is asked, and what must come back. */
export interface Check {
  readonly name: string;
  readonly request: SmokeRequest;
  /** Any of these will do; each has an HTTP status of its own. */
  readonly expectation: readonly ExpectedAnswer[];
}

export interface SmokeRequest {
  readonly method: 'GET' | 'POST';
  /** Without the base URL; begins with a slash. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

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
