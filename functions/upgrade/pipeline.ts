import middy, { type MiddlewareObj } from '@middy/core';
import type { Context } from 'aws-lambda';
import type { Caller } from '../config/deadline.ts';
import { jsonAnswer, type Answer } from '../http/answer.ts';
import { errorResponder } from '../http/error-responder.ts';
import { gatewayEvent, type GatewayEvent } from '../http/gateway-event.ts';
import { jsonBody } from '../http/json-body.ts';
import { requireOrigin } from '../http/require-origin.ts';
import { requireAdmin, requireSession, type SessionContext } from '../http/require-session.ts';
import { measure } from './measure.ts';
import type { StatusRequest } from './request.ts';
import { accepted, refused, type Outcome } from './respond.ts';
import { routeKeyOf, type UpgradeOperation } from './routes.ts';
import type { UpgradeServices } from './services.ts';

/** What tells one operation of the upgrade function from the others. */
export interface Operation<Request extends StatusRequest> {
  readonly name: UpgradeOperation;
  /** Evaluates the parsed body. Throws a Refusal. */
  readonly request: (body: unknown, maxBatchSize: number) => Request;
  /** Resolves to a result for every device, or rejects with a Refusal or StoreUnavailable before anything is written. */
  readonly run: (request: Request, services: UpgradeServices, caller: Caller) => Promise<Outcome>;
}

/** An operation, ready to answer. */
export interface Pipeline {
  /** Its route, as the gateway names it. */
  readonly routeKey: string;
  // A method: for the parameters of a function middy's type asks that the context hold already what the steps will add.
  answer(event: unknown, context: Context): Promise<Answer>;
}

interface ValidRequest<Request> {
  validRequest: Request;
}

type RequestContext<Request> = SessionContext & ValidRequest<Request>;

/**
 * The way of a request, in order, the same for all operations. Every step refuses by throwing; none answers early, so
 * that one place shapes all refusals.
 * @param services evaluated per request: a missing setting is an answer of 500 in shape, not a failed load
 */
export function upgradePipeline<Request extends StatusRequest>(
  { name, request, run }: Operation<Request>,
  services: () => UpgradeServices,
): Pipeline {
  const routeKey = routeKeyOf(name);
  const answer =
    // No early time-out: it could answer 503 while claims are being made. The operation minds its deadline itself.
    middy<GatewayEvent, Answer>({ timeoutEarlyInMillis: 0 })
      // What follows relies on the event's form. What came by another route was not meant for this operation.
      .use(gatewayEvent(routeKey))
      // Before anything costs.
      .use(requireOrigin(services))
      // Session before body: an unauthenticated request costs one key read, whatever its body is.
      .use(requireSession(services))
      // Rights before body: only those who may send one are told what it may be.
      .use(requireAdmin())
      .use(jsonBody(() => services().maxBodyBytes))
      .use(validRequest(services, request))
      // Registered last: error steps run in reverse, and so nothing can come between a refusal and its shape.
      .use(
        errorResponder<ValidRequest<Request>>(name, services, (reason, left) =>
          refused(name, reason, left.validRequest?.sns),
        ),
      )
      .handler(async (_event: GatewayEvent, context: RequestContext<Request>) => {
        const caller = {
          userName: context.session.userName,
          remainingMs: () => context.getRemainingTimeInMillis(),
        };
        const outcome = await run(context.validRequest, services(), caller);
        measure(name, outcome, services().metricsNamespace);
        return jsonAnswer(200, accepted(name, outcome));
      });
  return { routeKey, answer };
}

/** Puts the valid request into the context; from here on every answer has an entry for each of its devices. */
function validRequest<Request>(
  services: () => UpgradeServices,
  request: (body: unknown, maxBatchSize: number) => Request,
): MiddlewareObj<GatewayEvent, Answer, Error, RequestContext<Request>> {
  return {
    before: ({ event, context }) => {
      context.validRequest = request(event.body, services().maxBatchSize);
    },
  };
}
