import * as v from 'valibot';

/** The response to the client. */
export interface HttpResponse {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body: string | Buffer;
}

const StructuredResponse = v.object({
  statusCode: v.pipe(v.number(), v.integer(), v.minValue(200), v.maxValue(599)),
  headers: v.nullish(
    v.record(v.string(), v.pipe(v.union([v.string(), v.number(), v.boolean()]), v.transform(String))),
    {},
  ),
  cookies: v.nullish(v.array(v.string()), []),
  body: v.nullish(v.string(), ''),
  isBase64Encoded: v.nullish(v.boolean(), false),
});

export const INTERNAL_SERVER_ERROR = gatewayResponse(500, 'Internal Server Error');

/** An answer of the gateway itself. */
export function gatewayResponse(statusCode: number, message: string): HttpResponse {
  return json(statusCode, JSON.stringify({ message }));
}

/**
 * Reads a function's result by the rules of payload format 2.0: an object with a `statusCode` describes the response
 * and must do so correctly; anything else is itself the body of a 200.
 */
export function functionResponse(result: unknown): HttpResponse {
  if (typeof result !== 'object' || result === null || !('statusCode' in result)) {
    return json(200, JSON.stringify(result));
  }
  const { success, output } = v.safeParse(StructuredResponse, result);
  if (!success) return INTERNAL_SERVER_ERROR;
  const { statusCode, headers, cookies, body, isBase64Encoded } = output;
  return {
    statusCode,
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      ...lowerCase(headers),
      ...(cookies.length > 0 && { 'set-cookie': cookies }),
    },
    body: isBase64Encoded ? Buffer.from(body, 'base64') : body,
  };
}

function json(statusCode: number, body: string): HttpResponse {
  return { statusCode, headers: { 'content-type': 'application/json' }, body };
}

/** Header names are in one case here, so that a function's own value replaces the default. */
function lowerCase(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
