import { ArgumentError } from './errors.ts';

/** The same as the service takes. */
export const REQUEST_KEY = /^(?!rollout:)[A-Za-z0-9][A-Za-z0-9._:+/=~-]{0,63}$/;

/** Throws an ArgumentError unless `key` can be one, or is left out. */
export function checkKey(key: unknown): void {
  if (key === undefined || (typeof key === 'string' && REQUEST_KEY.test(key))) return;
  throw new ArgumentError('key must be 1 to 64 letters, digits and ._:+/=~-, beginning with a letter or digit');
}

/** A new key, from a source that browsers also have on pages without HTTPS. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
