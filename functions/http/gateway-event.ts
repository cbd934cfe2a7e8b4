import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import * as v from 'valibot';
import { Refusal } from '../domain/refusal.ts';
import type { Answer } from './answer.ts';

/** A request as API Gateway sends it: HTTP API, payload format 2.0. */
export type GatewayEvent = APIGatewayProxyEventV2;

/** Events of other services also have version "2.0"; without a route and a path, an event is not the gateway's. */
const payloadV2 = v.object({ version: v.literal('2.0'), routeKey: v.string(), rawPath: v.string() });
const textOrNone = v.fallback(v.string(), '');

/**
 * Lets only payload 2.0 of the gateway through; refuses anything else with INVALID_ARG, so that what follows can rely on the
 * event's form. Lower-cases header names and makes the query a text, as the gateway does; hand-made events may lack both.
 * @param routeKeys if given, what comes by another route is refused with NOT_EXIST
 */
export function gatewayEvent(routeKeys?: readonly string[]): MiddlewareObj<GatewayEvent, Answer> {
  return {
    before: ({ event }) => {
      if (!v.is(payloadV2, event)) throw new Refusal('INVALID_ARG');
      if (routeKeys?.includes(event.routeKey) === false) throw new Refusal('NOT_EXIST');
      event.headers = lowerCased(event.headers);
      event.rawQueryString = v.parse(textOrNone, event.rawQueryString);
    },
  };
}

function lowerCased(headers: unknown): Record<string, string> {
  const texts = Object.entries(headers ?? {}).filter(([, value]) => typeof value === 'string');
  return Object.fromEntries(texts.map(([name, value]) => [name.toLowerCase(), String(value)]));
}
