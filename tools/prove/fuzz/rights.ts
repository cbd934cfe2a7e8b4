/**
 * Who may do what, found in the event itself. It deliberately works differently from the functions, without their schemas,
 * and more leniently: whoever fails here must have no rights there.
 */
import * as v from 'valibot';
import type { Session } from '../../contract/requests.ts';
import { CALLERS } from './callers.ts';

const EventSchema = v.object({
  version: v.literal('2.0'),
  cookies: v.optional(v.unknown()),
  headers: v.fallback(v.record(v.string(), v.unknown()), {}),
});

/** Path parameters that name no device are those of the bare base URL. */
const ofDevice = v.looseObject({ pathParameters: v.looseObject({ sn: v.string() }) });

/** Whether an event shows an administrator's cookies. */
export function mayUpgrade(event: unknown): boolean {
  return shows(event, [CALLERS.admin]);
}

/** Whether an event asks for the list of no device, or shows a user's cookies. */
export function mayList(event: unknown): boolean {
  return !v.is(ofDevice, event) || shows(event, [CALLERS.admin, CALLERS.user]);
}

/** Whether an event shows both cookies of one of these callers anywhere. */
function shows(event: unknown, callers: readonly Session[]): boolean {
  const parsed = v.safeParse(EventSchema, event);
  if (!parsed.success) return false;
  const texts: unknown[] = [parsed.output.cookies, ...Object.values(parsed.output.headers)].flat();
  const pairs = texts.filter((text) => typeof text === 'string').flatMap((text) => text.split(';').map(plain));
  return callers.some(({ sid, uid }) => pairs.includes(`cloud-sid=${sid}`) && pairs.includes(`cloud-uid=${uid}`));
}

function plain(pair: string): string {
  const [name = '', ...value] = pair.trim().split('=');
  return `${name.trim()}=${decoded(value.join('=').replaceAll('"', '').trim())}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
