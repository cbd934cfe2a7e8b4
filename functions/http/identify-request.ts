import * as v from 'valibot';
import { identified, type RequestIdentity } from '../log/request-identity.ts';

/** Both are the gateway's own; of an event from elsewhere only what looks like them may reach the log. */
const mark = v.fallback(v.optional(v.pipe(v.string(), v.regex(/^[\w.:=-]{1,64}$/))), undefined);

const identifiable = v.object({
  requestContext: v.object({
    requestId: mark,
    http: v.fallback(v.object({ sourceIp: mark }), {}),
  }),
});

/** A handler of which every log line names its request. */
export function identifyRequests<Event, Context, Result>(handler: (event: Event, context: Context) => Result) {
  return (event: Event, context: Context): Result => identified(identityOf(event), () => handler(event, context));
}

function identityOf(event: unknown): RequestIdentity {
  const { success, output } = v.safeParse(identifiable, event);
  if (!success) return {};
  const { requestId, http } = output.requestContext;
  return { gatewayRequestId: requestId, sourceIp: http.sourceIp };
}
