import * as v from 'valibot';

const EventSchema = v.object({
  version: v.literal('2.0'),
  cookies: v.optional(v.unknown()),
  headers: v.fallback(v.record(v.string(), v.unknown()), {}),
  pathParameters: v.optional(v.unknown()),
});

/** The cookies that identify a caller. */
export interface Identity {
  readonly sid: string;
  readonly uid: string;
}

/**
 * Whether an event shows both cookies of one of these callers anywhere. It deliberately works differently from the
 * functions, and more leniently: whoever fails here must have no rights there.
 */
export function shows(event: unknown, callers: readonly Identity[]): boolean {
  const parsed = v.safeParse(EventSchema, event);
  if (!parsed.success) return false;
  const texts: unknown[] = [parsed.output.cookies, ...Object.values(parsed.output.headers)].flat();
  const pairs = texts.filter((text) => typeof text === 'string').flatMap((text) => text.split(';').map(plain));
  return callers.some(({ sid, uid }) => pairs.includes(`cloud-sid=${sid}`) && pairs.includes(`cloud-uid=${uid}`));
}

/** Whether an event names a device by its path, and so has to show a session. */
export function namesDevice(event: unknown): boolean {
  return v.safeParse(v.looseObject({ pathParameters: v.unknown() }), event).success;
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
