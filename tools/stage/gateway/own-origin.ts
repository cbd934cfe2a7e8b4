import type { IncomingMessage } from 'node:http';
import { sessionCookies } from '../../../functions/http/cookies.ts';
import type { GatewayEvent } from '../../../functions/http/gateway-event.ts';
import { DEMO } from '../demo-data/demo.ts';

/** Names that can only mean this machine, with any port: a port forwarder may use another one. */
const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/i;

/** The start of an absolute URL, which proxies put into the request line. */
const AUTHORITY = /^https?:\/\/([^/?]*)/i;

/**
 * Whether a request names only this machine, in `Host` and in its request line. A page whose domain was made to resolve
 * to this machine still sends that domain.
 */
export function isForLoopback({ url = '', headersDistinct: { host = [] } }: IncomingMessage): boolean {
  const named = [...host, ...(AUTHORITY.exec(url)?.slice(1) ?? [])];
  return host.length > 0 && named.every((authority) => LOOPBACK.test(authority));
}

/** Whether a browser sends a request for a page of another origin. Other programs do not say, and are let through. */
export function isFromElsewhere({ headers }: IncomingMessage): boolean {
  const { origin, host = '', 'sec-fetch-site': site = 'none' } = headers;
  if (site !== 'same-origin' && site !== 'none') return true;
  return origin !== undefined && URL.parse(origin)?.host !== host.toLowerCase();
}

/** Whether a browser opens a page in a tab, from a link or a typed address. */
export function isNavigation({ headers }: IncomingMessage): boolean {
  return headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
}

/** Whether the functions would accept the cookies of a request as those of a demo session. */
export function hasDemoSession(event: GatewayEvent): boolean {
  const sid = sessionCookies(event)?.sid;
  return [DEMO.admin, DEMO.user].some((demo) => demo.sid === sid);
}
