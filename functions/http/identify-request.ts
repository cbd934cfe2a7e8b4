import * as v from 'valibot';
import { identified, type RequestIdentity } from '../log/request-identity.ts';

/** The gateway writes both. From other events, only values of this form may reach the log. */
const mark = v.fallback(v.optional(v.pipe(v.string(), v.regex(/^[\w.:=-]{1,64}$/))), undefined);

const identifiable = v.object({
  requestContext: v.object({
    requestId: mark,
    http: v.fallback(v.object({ sourceIp: mark }), {}),
  }),
});

/** Wraps a handler so that each of its log lines names the request. */
export function identifyRequests<Event, Context, Result>(handler: (event: Event, context: Context) => Result) {
  return (event: Event, context: Context): Result => identified(identityOf(event), () => handler(event, context));
}

function identityOf(event: unknown): RequestIdentity {
  const { success, output } = v.safeParse(identifiable, event);
  if (!success) return {};
  const { requestId, http } = output.requestContext;
  return { gatewayRequestId: requestId, sourceIp: http.sourceIp };
}
