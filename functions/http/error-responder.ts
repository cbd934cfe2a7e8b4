import type { MiddlewareObj } from '@middy/core';
import type { Context } from 'aws-lambda';
import { Environment } from '../config/environment.ts';
import { API_STATUS, type RefusalName } from '../domain/api-status.ts';
import type { OperationName } from '../domain/operations.ts';
import { StoreUnavailable } from '../domain/ports.ts';
import { Refusal } from '../domain/refusal.ts';
import { logError, logWarning } from '../log/log.ts';
import { recordRefusal } from '../log/metrics.ts';
import { jsonAnswer, type Answer } from './answer.ts';
import type { GatewayEvent } from './gateway-event.ts';

/**
 * Turns whatever was thrown on the request's way into the operation's documented answer. Only our own errors choose
 * the status; an error of a library, whatever status or message it carries, is an unforeseen one.
 * @param operation whose metric counts the refusal
 * @param services evaluated per request
 * @param body the operation's answer to a refusal; it may use what earlier steps put into the context
 */
export function errorResponder<StepContext extends object>(
  operation: OperationName,
  services: () => { readonly metricsNamespace: string },
  body: (reason: RefusalName, context: Partial<StepContext>, field: string | undefined) => object,
): MiddlewareObj<GatewayEvent, Answer, Error, Context & Partial<StepContext>> {
  return {
    onError: (request) => {
      const reason = reasonFor(request.error, operation);
      const field = request.error instanceof Refusal ? request.error.field : undefined;
      const namespace = namespaceOf(services);
      if (namespace !== undefined) recordRefusal(namespace, operation, reason);
      request.response = jsonAnswer(API_STATUS[reason].http, body(reason, request.context, field));
    },
  };
}

/** A version that lacks any other setting refuses every request: its alarm needs them counted. */
function namespaceOf(services: () => { readonly metricsNamespace: string }): string | undefined {
  try {
    return services().metricsNamespace;
  } catch {
    return process.env[Environment.metricsNamespace];
  }
}

const DENIALS: readonly RefusalName[] = ['NOT_LOGGED_IN', 'NOT_PERMITTED'];

function reasonFor(error: unknown, operation: OperationName): RefusalName {
  if (error instanceof Refusal) {
    const { reason, caller } = error;
    if (DENIALS.includes(reason)) logWarning('ACCESS_DENIED', { operation, reason, ...caller });
    return reason;
  }
  if (error instanceof StoreUnavailable) {
    logError('STORE_UNAVAILABLE', error);
    return 'TRY_AGAIN';
  }
  logError('UNFORESEEN_ERROR', error);
  return 'UNKNOWN_ERROR';
}
