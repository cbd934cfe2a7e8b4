import { statusesOf } from './responses/responses.ts';

/** Both cookies together: one alone makes no session. */
export const SESSION = [{ cloudSid: [], cloudUid: [] }];

export const BODY_TEXT = `The content type may be any \`+json\`, in any case, with any parameters; \`Content-Encoding\` may only be \`identity\`.
Numbers are read as IEEE 754 doubles.

Bytes that are not UTF-8 are refused with 21 where they reach the function. A body of type \`application/json\` reaches it as
text. What the gateway puts there in place of such bytes is not documented by AWS, so the request may be taken.`;

/** The name of an operation as generators use it: `startUpgrade`. */
export function operationIdOf(operation: string): string {
  return operation.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** References to the responses of an operation, by HTTP status. */
export function responsesOf(operation: 'List' | 'Upgrade' | 'Rollout'): Record<string, object> {
  const refs = statusesOf(operation).map((status) => [status, responseRef(`${operation}${String(status)}`)] as const);
  return Object.fromEntries(refs);
}

export function responseRef(name: string) {
  return { $ref: `#/components/responses/${name}` };
}
