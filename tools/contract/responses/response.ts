import { headerRef } from '../refs.ts';

/** The content type of every answer of the service, to the letter (interface 4.2). */
const JSON_UTF8 = 'application/json; charset=UTF-8';

/** A response of the document, less its examples. */
export interface ResponseParts {
  readonly description: string;
  /** What the body may be: one of these. */
  readonly bodies: readonly object[];
  /** Names of headers. */
  readonly headers: readonly string[];
}

/** Names of the headers of every answer of the service. */
export const SERVICE_HEADERS = ['Cache-Control', 'X-Content-Type-Options'] as const;

/** A response with examples. */
export function response({ description, bodies, headers }: ResponseParts, examples: object): object {
  const [only, ...others] = bodies;
  return {
    description,
    headers: Object.fromEntries(headers.map((name) => [name, headerRef(name)])),
    content: { [JSON_UTF8]: { schema: others.length === 0 ? only : { oneOf: bodies }, examples } },
  };
}

/** The response headers by name. The gateway's own answers have none of them. */
export const headers = {
  'Cache-Control': {
    description: "On every answer but the gateway's own.",
    schema: { type: 'string', const: 'no-store' },
  },
  'X-Content-Type-Options': {
    description: "On every answer but the gateway's own.",
    schema: { type: 'string', const: 'nosniff' },
  },
  'Retry-After': {
    description: "Seconds to wait before asking again. On every answer but the gateway's own.",
    schema: { type: 'integer', minimum: 1 },
  },
};
