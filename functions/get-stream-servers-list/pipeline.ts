import middy, { type MiddlewareObj } from '@middy/core';
import { SERIAL_NUMBER } from '../domain/device.ts';
import { Refusal } from '../domain/refusal.ts';
import { jsonAnswer, type Answer } from '../http/answer.ts';
import { errorResponder } from '../http/error-responder.ts';
import { identifyRequests } from '../http/identify-request.ts';
import { requireOrigin } from '../http/require-origin.ts';
import { gatewayEvent, type GatewayEvent } from '../http/gateway-event.ts';
import { sessionOf } from '../http/require-session.ts';
import { recordMetrics } from '../log/metrics.ts';
import { listResponse } from './respond.ts';
import type { ListServices } from './services.ts';
import { listStreamServers } from './stream-servers.ts';

/**
 * The way of a request, in order; the body is never looked at. Every step refuses by throwing, so that one place
 * shapes all refusals.
 * @param services evaluated per request: a missing setting is an answer of 500 in shape, not a failed load
 */
export function getStreamServersListPipeline(services: () => ListServices) {
  return identifyRequests(
    middy<GatewayEvent, Answer>({ timeoutEarlyInMillis: 0 })
      // What follows relies on the event's form.
      .use(gatewayEvent())
      // Before anything costs.
      .use(requireOrigin(services))
      .use(requireSessionForNamedDevice(services))
      // Registered last: error steps run in reverse, and so nothing can come between a refusal and its shape.
      .use(errorResponder('getStreamServersList', services, (reason) => listResponse(reason)))
      .handler(async (event: GatewayEvent) => {
        const { streamServers, deviceSn, clock, metricsNamespace } = services();
        const begun = clock().getTime();
        const found = await findDevice(namedDevice(event) ?? deviceSn, streamServers);
        const servers = listStreamServers(found.stored);
        recordMetrics(metricsNamespace, 'getStreamServersList', {
          Listed: [1, 'Count'],
          ReadLatency: [clock().getTime() - begun, 'Milliseconds'],
        });
        return jsonAnswer(200, listResponse('SUCCESS', servers));
      }),
  );
}

/** The bare base URL speaks for the stage's one device and is open; a path that names a device asks for a session. */
function requireSessionForNamedDevice(services: () => ListServices): MiddlewareObj<GatewayEvent, Answer> {
  return {
    before: async ({ event }) => {
      if (namedDevice(event) !== undefined) await sessionOf(event, services);
    },
  };
}

/**
 * What the path names as its device, whether one can have that name or not; undefined for the bare base URL. An odd event
 * for the path of a device, without its parameter, is never taken for one of the bare URL.
 */
function namedDevice({ rawPath, pathParameters }: GatewayEvent): string | undefined {
  return pathParameters?.['sn'] ?? (rawPath.startsWith('/devices/') ? '' : undefined);
}

/** Refuses with NOT_EXIST when no device is named, none is registered under the name, or none can be. */
async function findDevice(sn: string | undefined, streamServers: ListServices['streamServers']) {
  if (typeof sn !== 'string' || !SERIAL_NUMBER.test(sn)) throw new Refusal('NOT_EXIST');
  const found = await streamServers.find(sn);
  if (found === undefined) throw new Refusal('NOT_EXIST');
  return found;
}
