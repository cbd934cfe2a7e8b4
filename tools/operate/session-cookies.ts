import type { Session } from '../contract/requests.ts';

/** What a cookie's value may hold: text that has anything else is no value as a cookie carries it. */
const COOKIE_OCTETS = /^[!#-+\--:<-[\]-~]*$/;

/** The name of a session's cookie, or of a field or variable that holds its value, and the value. */
const NAMED_SID =
  /(?<![\w.-])(?:(?<cookie>cloud-sid)|\w+_SID|sid)["']?(?:\s*[=:]\s*|\t)(?:(?<quote>["'])(?<quoted>.*?)\k<quote>|(?<bare>[^\s;,"']+))/gi;

/** A session id that stands alone; padding of Base64 may end it. */
const SID_ALONE = /^[^\s;,="'{}[\]]+={0,2}$/;

/**
 * The value of a cookie, as it is or percent-encoded, as the API reads it: `session create` prints the one, and the
 * other with `--json`. Blanks and line ends around it come from pasting.
 */
function cookieValue(text: string): string {
  const value = text.trim();
  try {
    return COOKIE_OCTETS.test(value) ? decodeURIComponent(value) : value;
  } catch {
    return value;
  }
}

export function pastedSession({ sid, uid }: Session): Session {
  return { sid: cookieValue(sid), uid: cookieValue(uid) };
}

/**
 * The session id in what people paste: alone, in quotes, or in cookies, a header, JSON or variables. In the forms that it
 * may have, the likelier first; undefined unless the text holds exactly one.
 */
export function sidIn(text: string): readonly string[] | undefined {
  const { cookies = [], others = [] } = Object.groupBy(text.matchAll(NAMED_SID), ({ groups }) =>
    groups?.['cookie'] === undefined ? 'others' : 'cookies',
  );
  // Another program's cookie may be named "sid".
  const named = cookies.length > 0 ? cookies : others;
  const values = named.map(({ groups }) => groups?.['quoted'] ?? groups?.['bare'] ?? '');
  const [sid, ...more] = new Set(values.length > 0 ? values : [unquoted(text.trim())]);
  if (sid === undefined || more.length > 0 || !SID_ALONE.test(sid)) return undefined;
  return [...new Set([cookieValue(sid), sid])];
}

function unquoted(text: string): string {
  return /^(?<quote>["'])(?<inner>.*)\k<quote>$/.exec(text)?.groups?.['inner']?.trim() ?? text;
}
