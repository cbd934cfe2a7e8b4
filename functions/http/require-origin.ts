import { hash } from 'node:crypto';
import type { MiddlewareObj } from '@middy/core';
import { Refusal } from '../domain/refusal.ts';
import type { Answer } from './answer.ts';
import type { GatewayEvent } from './gateway-event.ts';

/** Header in which the front proxy (a distribution or firewall) sends the secret that it shares with the stage. */
const ORIGIN_SECRET_HEADER = 'x-origin-secret';

/**
 * Where the stage has a front proxy, refuses with NOT_PERMITTED what bypassed it, before anything costs.
 * @param services evaluated per request; its hashes are hexadecimal SHA-256; an empty list lets everything pass
 */
export function requireOrigin(
  services: () => { readonly originSecretHashes: readonly string[] },
): MiddlewareObj<GatewayEvent, Answer> {
  return {
    before: ({ event }) => {
      const { originSecretHashes } = services();
      const secret = event.headers[ORIGIN_SECRET_HEADER] ?? '';
      // The comparison need not take constant time: a partly matching hash reveals nothing about the secret.
      // A request without a secret is never the proxy's, even if the hash of nothing was set by mistake.
      const isFromProxy = secret !== '' && originSecretHashes.includes(hash('sha256', secret, 'hex'));
      if (originSecretHashes.length > 0 && !isFromProxy) throw new Refusal('NOT_PERMITTED');
    },
  };
}
