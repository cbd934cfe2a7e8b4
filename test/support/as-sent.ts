import { jsonAnswer } from '../../functions/http/answer.ts';
import type { Answer } from '../../tools/contract/response-validator.ts';

/** An answer with the service's headers, some of them replaced; a text is sent as it is. */
export function asSent(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Answer {
  const all = new Headers({ ...jsonAnswer(200, {}).headers, ...headers });
  return { status, headers: all, text: typeof body === 'string' ? body : JSON.stringify(body) };
}
