import { check } from './arguments.ts';

/** The same as the service takes. */
export const REQUEST_KEY = /^(?!rollout:)[A-Za-z0-9][A-Za-z0-9._:+/=~-]{0,63}$/;

/**
 * Throws an ArgumentError unless `key` can be one, or is left out: a variable that happens to be undefined must not start again
 * what an earlier call has started, or wait for everybody's upgrades.
 */
export function checkKey(options: { readonly key?: unknown }): void {
  if (!('key' in options)) return;
  const isKey = typeof options.key === 'string' && REQUEST_KEY.test(options.key);
  check(isKey, 'key must be 1 to 64 letters, digits and ._:+/=~-, beginning with a letter or digit', options.key);
}

/** A new key, from a source that browsers also have on pages without HTTPS. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
