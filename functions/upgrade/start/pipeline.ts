import middy, { type MiddlewareObj } from '@middy/core';
import { jsonAnswer, type Answer } from '../../http/answer.ts';
import { errorResponder } from '../../http/error-responder.ts';
import { gatewayEvent, type GatewayEvent } from '../../http/gateway-event.ts';
import { jsonBody } from '../../http/json-body.ts';
import { requireAdmin, requireSession, type SessionContext } from '../../http/require-session.ts';
import type { UpgradeServices } from '../services.ts';
import { measure } from './measure.ts';
import { upgradeRequest, type UpgradeRequest } from './request.ts';
import { accepted, refused } from './respond.ts';
import { startUpgrade } from './start-upgrade.ts';

interface ValidRequest {
  upgradeRequest: UpgradeRequest;
}

type RequestContext = SessionContext & ValidRequest;

/**
 * The way of a request, in order. Every step refuses by throwing; none answers early, so that one place shapes all
 * refusals.
 * @param services evaluated per request: a missing setting is an answer of 500 in shape, not a failed load
 */
export function startUpgradePipeline(services: () => UpgradeServices) {
  return (
    // No early time-out: it could answer 503 while claims are being made. The operation minds its deadline itself.
    middy<GatewayEvent, Answer>({ timeoutEarlyInMillis: 0 })
      // What follows relies on the event's form.
      .use(gatewayEvent())
      // Session before body: an unauthenticated request costs one key read, whatever its body is.
      .use(requireSession(services))
      // Rights before body: only those who may send one are told what it may be.
      .use(requireAdmin())
      .use(jsonBody(() => services().maxBodyBytes))
      .use(validRequest(services))
      // Registered last: error steps run in reverse, and so nothing can come between a refusal and its shape.
      .use(
        errorResponder<ValidRequest>('start-upgrade', services, (reason, left) => refused(reason, left.upgradeRequest)),
      )
      .handler(async (_event: GatewayEvent, context: RequestContext) => {
        const caller = {
          userName: context.session.userName,
          remainingMs: () => context.getRemainingTimeInMillis(),
        };
        const outcome = await startUpgrade(context.upgradeRequest, services(), caller);
        measure(outcome, services().metricsNamespace);
        return jsonAnswer(200, accepted(outcome.results));
      })
  );
}

/** Puts the valid request into the context; from here on every answer has an entry for each of its devices. */
function validRequest(services: () => UpgradeServices): MiddlewareObj<GatewayEvent, Answer, Error, RequestContext> {
  return {
    before: ({ event, context }) => {
      context.upgradeRequest = upgradeRequest(event.body, services().maxBatchSize);
    },
  };
}
