import { UsageError } from '../fleet-error.ts';

/** The hash of a session id. Throws when it is none. */
export function sessionHash(text: string): string {
  if (/^[0-9a-f]{64}$/.test(text)) return text;
  // Not the library's error, which repeats the text: it may be the session id itself.
  throw new UsageError('--hash takes the hash that "session list" shows; a session id goes to standard input');
}
