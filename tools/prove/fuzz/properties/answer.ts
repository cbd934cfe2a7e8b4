import * as v from 'valibot';

const AnswerSchema = v.strictObject({
  statusCode: v.pipe(v.number(), v.integer()),
  headers: v.record(v.string(), v.string()),
  body: v.string(),
});

const BodySchema = v.object({
  result: v.optional(v.number()),
  status: v.optional(v.number()),
  details: v.optional(v.array(v.object({ sn: v.string(), result: v.number() })), []),
});

/** What a function returned, read. */
export interface Read {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Result code at the top. */
  readonly code: number | undefined;
  readonly details: readonly { readonly sn: string; readonly result: number }[];
}

/** Reads what a function returned. Throws when it is no answer to a gateway. */
export function readAnswer(returned: unknown): Read {
  const { statusCode: status, headers, body: text } = v.parse(AnswerSchema, returned);
  const { result, status: code = result, details } = v.parse(BodySchema, JSON.parse(text));
  return { status, headers: new Headers(headers), text, code, details };
}
