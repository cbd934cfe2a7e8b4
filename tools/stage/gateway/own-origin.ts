import type { IncomingMessage } from 'node:http';
import { sessionCookies } from '../../../functions/http/cookies.ts';
import type { GatewayEvent } from '../../../functions/http/gateway-event.ts';
import { DEMO } from '../demo-data/demo.ts';

/** Names that mean this machine and nothing else, with any port: a forwarder may have another one. */
const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/i;

/** The start of an absolute URL, as proxies put it into the request line. */
const AUTHORITY = /^https?:\/\/([^/?]*)/i;

/**
 * Whether a request names this machine alone, in `Host` and in its request line. A page whose own name was made to lead
 * here still sends that name.
 */
export function isForLoopback({ url = '', headersDistinct: { host = [] } }: IncomingMessage): boolean {
  const named = [...host, ...(AUTHORITY.exec(url)?.slice(1) ?? [])];
  return host.length > 0 && named.every((authority) => LOOPBACK.test(authority));
}

/** Whether a browser sends a request for a page of another origin. Other programs do not say, and are not asked. */
export function isFromElsewhere({ headers }: IncomingMessage): boolean {
  const { origin, host = '', 'sec-fetch-site': site = 'none' } = headers;
  if (site !== 'same-origin' && site !== 'none') return true;
  return origin !== undefined && URL.parse(origin)?.host !== host.toLowerCase();
}

/** Whether a browser opens a page in a tab of its own, by a link or a typed address. */
export function isNavigation({ headers }: IncomingMessage): boolean {
  return headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
}

/** Whether the functions would take the cookies of a request for those of a demo session. */
export function hasDemoSession(event: GatewayEvent): boolean {
  const sid = sessionCookies(event)?.sid;
  return [DEMO.admin, DEMO.user].some((demo) => demo.sid === sid);
}
