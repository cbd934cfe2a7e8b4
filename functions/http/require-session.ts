import { hash } from 'node:crypto';
import type { MiddlewareObj } from '@middy/core';
import type { Context } from 'aws-lambda';
import type { CallerSettings } from '../config/environment.ts';
import { epochSeconds } from '../domain/epoch-seconds.ts';
import type { Sessions } from '../domain/ports.ts';
import { Refusal, type RefusedCaller } from '../domain/refusal.ts';
import { isSessionOf, type Session } from '../domain/session.ts';
import type { Answer } from './answer.ts';
import { sessionCookies } from './cookies.ts';
import type { GatewayEvent } from './gateway-event.ts';

export interface SessionContext extends Context {
  session: Session;
}

/** What a session check needs. */
export interface SessionServices extends Pick<CallerSettings, 'longestSessionSeconds'> {
  readonly sessions: Sessions;
  readonly clock: () => Date;
}

/**
 * Puts the caller's session into the context, or refuses as {@link sessionOf} does.
 * @param services evaluated per request, so that a missing setting fails a request and not the start
 */
export function requireSession(
  services: () => SessionServices,
): MiddlewareObj<GatewayEvent, Answer, Error, SessionContext> {
  return {
    before: async ({ event, context }) => {
      context.session = await sessionOf(event, services);
    },
  };
}

/**
 * The session of a request's cookies (interface, section 5). Whatever is wrong with it, the refusal is the same
 * NOT_LOGGED_IN, so that answers are no help in guessing; without both cookies no table is asked.
 */
export async function sessionOf(event: GatewayEvent, services: () => SessionServices): Promise<Session> {
  const cookies = sessionCookies(event);
  if (cookies === undefined) throw new Refusal('NOT_LOGGED_IN');
  const { sessions, clock, longestSessionSeconds } = services();
  const session = await sessions.find(cookies.sid);
  if (session === undefined || !isSessionOf(session, cookies.uid, epochSeconds(clock()), longestSessionSeconds)) {
    throw new Refusal('NOT_LOGGED_IN', callerWith(cookies.sid, session));
  }
  return session;
}

/** Lets only administrators pass (interface 4.2, rule 3); the role is the session record's, never the caller's word. */
export function requireAdmin(): MiddlewareObj<GatewayEvent, Answer, Error, SessionContext> {
  return {
    before: ({ event, context: { session } }) => {
      if (session.role === 'admin') return;
      throw new Refusal('NOT_PERMITTED', callerWith(sessionCookies(event)?.sid, session));
    },
  };
}

function callerWith(sid: string | undefined, session: Session | undefined): RefusedCaller {
  return {
    ...(session !== undefined && { userName: session.userName }),
    ...(sid !== undefined && { session: hash('sha256', sid, 'hex').slice(0, 8) }),
  };
}
