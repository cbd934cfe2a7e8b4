import middy, { type MiddlewareObj } from '@middy/core';
import type { Context } from 'aws-lambda';
import type { Caller } from '../config/deadline.ts';
import type { CallerSettings } from '../config/environment.ts';
import type { RefusalName } from '../domain/api-status.ts';
import { routeKeysOf, type OperationName } from '../domain/operations.ts';
import { jsonAnswer, type Answer } from './answer.ts';
import { errorResponder } from './error-responder.ts';
import { gatewayEvent, type GatewayEvent } from './gateway-event.ts';
import { jsonBody } from './json-body.ts';
import { requireOrigin } from './require-origin.ts';
import { requireAdmin, requireSession, type SessionContext, type SessionServices } from './require-session.ts';

/** What the steps of a pipeline need of a function's services. */
export interface PipelineServices extends SessionServices, CallerSettings {
  readonly maxBodyBytes: number;
}

/** What differs between the operations of a function. */
export interface Operation<Services, Request, Outcome> {
  readonly name: OperationName;
  /** Whether it has a JSON body, which is parsed; what has none is asked for in the query. */
  readonly hasBody: boolean;
  /** Maximum bytes of its body; undefined for the stage's. */
  readonly maxBodyBytes?: number | undefined;
  /** Evaluates the parsed body, and what of the request stands elsewhere. Throws a Refusal. */
  readonly request: (body: unknown, services: Services, event: GatewayEvent) => Request;
  /**
   * Rejects with a Refusal or StoreUnavailable only if nothing visible was written; with the latter also if it is unknown whether a
   * change of a roll-out was.
   */
  readonly run: (request: Request, services: Services, caller: Caller) => Promise<Outcome>;
  /** The body of the answer to an accepted request. */
  readonly accepted: (outcome: Outcome) => object;
  /**
   * The body of a refusal; `request` is undefined if it was refused before it was found valid.
   * @param field that is wrong, where that is told
   */
  readonly refused: (reason: RefusalName, request: Request | undefined, field: string | undefined) => object;
  /** Records the metrics of an accepted request. */
  readonly measure: (outcome: Outcome, namespace: string) => void;
}

/** An operation, ready to answer. */
export interface Pipeline {
  /** Its routes, as the gateway names them. */
  readonly routeKeys: readonly string[];
  // Declared as a method because middy's context type is invariant.
  answer(event: unknown, context: Context): Promise<Answer>;
}

interface RequestContext<Request> extends SessionContext {
  validRequest: Request;
}

/**
 * The way of an administrator's request, in order, the same for all operations on upgrades and roll-outs. Every step refuses by
 * throwing; none answers early, so that one place shapes all refusals.
 * @param services evaluated per request: a missing setting is an answer of 500 in shape, not a failed load
 */
export function operationPipeline<Services extends PipelineServices, Request, Outcome>(
  { name, hasBody, maxBodyBytes, request, run, accepted, refused, measure }: Operation<Services, Request, Outcome>,
  services: () => Services,
): Pipeline {
  const routeKeys = routeKeysOf(name);
  const answer =
    // No early time-out: it could answer 503 while claims are being made. The operation minds its deadline itself.
    middy<GatewayEvent, Answer>({ timeoutEarlyInMillis: 0 })
      // What follows relies on the event's form. What came by another route was not meant for this operation.
      .use(gatewayEvent(routeKeys))
      // Before anything costs.
      .use(requireOrigin(services))
      // Session before body: an unauthenticated request costs one key read, whatever its body is.
      .use(requireSession(services))
      // Rights before body and query: only those who may send them are told what they may be.
      .use(requireAdmin())
      .use(hasBody ? jsonBody(() => maxBodyBytes ?? services().maxBodyBytes) : [])
      .use(validRequest(services, request))
      // Registered last: error steps run in reverse, and so nothing can come between a refusal and its shape.
      .use(
        errorResponder<RequestContext<Request>>(name, services, (reason, context, field) =>
          refused(reason, context.validRequest, field),
        ),
      )
      .handler(async (_event: GatewayEvent, context: RequestContext<Request>) => {
        const caller = {
          userName: context.session.userName,
          remainingMs: () => context.getRemainingTimeInMillis(),
        };
        const outcome = await run(context.validRequest, services(), caller);
        measure(outcome, services().metricsNamespace);
        return jsonAnswer(200, accepted(outcome));
      });
  return { routeKeys, answer };
}

/** Puts the valid request into the context; from here on a refusal can name what was asked for. */
function validRequest<Services, Request>(
  services: () => Services,
  request: Operation<Services, Request, unknown>['request'],
): MiddlewareObj<GatewayEvent, Answer, Error, RequestContext<Request>> {
  return {
    before: ({ event, context }) => {
      context.validRequest = request(event.body, services(), event);
    },
  };
}
