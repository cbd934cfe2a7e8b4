import { Refusal } from '../domain/refusal.ts';
import { REQUEST_KEY } from '../domain/request-key.ts';
import type { GatewayEvent } from './gateway-event.ts';

/**
 * The caller's key for this request; undefined if it has none. It stands in one pair of quotes, as in the draft of the IETF,
 * or without, as most services take it: the quotes are no part of it. Refuses with INVALID_ARG what cannot be a key; so
 * also a header that was sent twice, which the gateway joins by a comma.
 */
export function idempotencyKey({ headers }: Pick<GatewayEvent, 'headers'>): string | undefined {
  const header = headers['idempotency-key'];
  if (header === undefined) return undefined;
  const key = /^"(.*)"$/.exec(header)?.[1] ?? header;
  if (!REQUEST_KEY.test(key)) throw new Refusal('INVALID_ARG');
  return key;
}
