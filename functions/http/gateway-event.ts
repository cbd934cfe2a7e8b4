import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { Refusal } from '../domain/refusal.ts';
import type { Answer } from './answer.ts';

/** A request as API Gateway sends it: HTTP API, payload format 2.0. */
export type GatewayEvent = APIGatewayProxyEventV2;

/**
 * Lets only payload 2.0 through and lower-cases header names, which the gateway does but hand-made events and other
 * invokers do not. Refuses anything else with INVALID_ARG, so that what follows can rely on the event's form.
 */
export function gatewayEvent(): MiddlewareObj<GatewayEvent, Answer> {
  return {
    before: ({ event }) => {
      if (!isPayloadV2(event)) throw new Refusal('INVALID_ARG');
      event.headers = lowerCased(event.headers);
    },
  };
}

function isPayloadV2(event: unknown): boolean {
  return typeof event === 'object' && event !== null && 'version' in event && event.version === '2.0';
}

function lowerCased(headers: unknown): Record<string, string> {
  const texts = Object.entries(headers ?? {}).filter(([, value]) => typeof value === 'string');
  return Object.fromEntries(texts.map(([name, value]) => [name.toLowerCase(), String(value)]));
}
