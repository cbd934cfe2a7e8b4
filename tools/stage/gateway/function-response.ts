import * as v from 'valibot';
import { parsePart } from '../template.ts';

/** The response to the client. */
export interface HttpResponse {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body: string | Buffer;
}

const Result = v.strictObject({
  statusCode: v.pipe(v.number(), v.integer(), v.minValue(200), v.maxValue(599)),
  headers: v.record(v.string(), v.string()),
  body: v.string(),
});

export const INTERNAL_SERVER_ERROR = gatewayResponse(500, 'Internal Server Error');

/** An answer of the gateway itself. */
export function gatewayResponse(statusCode: number, message: string): HttpResponse {
  return { statusCode, headers: { 'content-type': 'application/json' }, body: JSON.stringify({ message }) };
}

/**
 * A function's result in payload format 2.0, of which the functions use these three fields alone; AWS takes more for an answer
 * than the stage does. Throws a CommandError that says what does not fit.
 */
export function functionResponse(result: unknown): HttpResponse {
  return parsePart(Result, result, 'The answer of the function');
}
