import { parseCookie } from 'cookie';
import type { GatewayEvent } from './gateway-event.ts';

const LONGEST_VALUE = 256;

/** The two cookies of a logged-in caller (interface, section 5). */
export interface SessionCookies {
  readonly sid: string;
  readonly uid: string;
}

/**
 * The session cookies of a request, or undefined when either is missing, blank or longer than 256 characters.
 * Names are exact; of a name sent twice the first counts.
 */
export function sessionCookies(event: GatewayEvent): SessionCookies | undefined {
  const cookies = parseCookie(cookieHeader(event), { decode });
  const sid = usable(cookies['cloud-sid']);
  const uid = usable(cookies['cloud-uid']);
  return sid !== undefined && uid !== undefined ? { sid, uid } : undefined;
}

/** Payload 2.0 moves cookies out of the headers; some invokers leave them there. */
function cookieHeader({ cookies, headers }: GatewayEvent): string {
  const own: readonly unknown[] = Array.isArray(cookies) ? cookies : [];
  const texts = own.filter((cookie) => typeof cookie === 'string');
  return texts.length > 0 ? texts.join('; ') : (headers['cookie'] ?? '');
}

/** One pair of quotes around a value is not part of it; percent-encoding is undone once, or left where it is broken. */
function decode(raw: string): string {
  const value = /^"(.*)"$/s.exec(raw)?.[1] ?? raw;
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

function usable(value: string | undefined): string | undefined {
  return value !== undefined && value.trim() !== '' && value.length <= LONGEST_VALUE ? value : undefined;
}
