import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Answer } from '../../functions/http/answer.ts';
import type { GatewayEvent } from '../../functions/http/gateway-event.ts';

/** The headers of every answer. */
export const HEADERS = {
  'Content-Type': 'application/json; charset=UTF-8',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Strict-Transport-Security': 'max-age=31536000',
};

/** The gateway's event for a request, as API Gateway documents payload format 2.0. */
export function gatewayEvent(overrides: Record<string, unknown> = {}): GatewayEvent {
  const event: APIGatewayProxyEventV2 = {
    version: '2.0',
    routeKey: 'POST /sc_cloud/upgrade/start',
    rawPath: '/sc_cloud/upgrade/start',
    rawQueryString: '',
    cookies: ['cloud-sid=sid-of-ann', 'cloud-uid=ann'],
    headers: { 'content-type': 'application/json', host: 'api.example.com' },
    requestContext: {
      accountId: '123456789012',
      apiId: 'api',
      domainName: 'api.example.com',
      domainPrefix: 'api',
      http: {
        method: 'POST',
        path: '/sc_cloud/upgrade/start',
        protocol: 'HTTP/1.1',
        sourceIp: '192.0.2.1',
        userAgent: 'test',
      },
      requestId: 'request-1',
      routeKey: 'POST /sc_cloud/upgrade/start',
      stage: '$default',
      time: '27/Nov/2026:12:00:00 +0000',
      timeEpoch: 1_795_780_800_000,
    },
    body: '{"sn":["SN1"],"firmware-id":21}',
    isBase64Encoded: false,
  };
  return { ...event, ...overrides };
}

/** Calls a pipeline as Lambda does, with the one part of Lambda's context that the functions use. */
export function invoke(pipeline: unknown, event: unknown, remainingMs = 25_000): Promise<Answer> {
  const context = { getRemainingTimeInMillis: () => remainingMs };
  return (pipeline as (event: unknown, of: typeof context) => Promise<Answer>)(event, context);
}
