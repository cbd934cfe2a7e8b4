import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * What tells a request from all others, and where it came from: in every line that is logged on its way. Without characters
 * that show otherwise than they are.
 */
export interface RequestIdentity {
  /** The gateway's id, which the caller has in the header `apigw-requestid`, and the access log as `requestId`. */
  readonly gatewayRequestId?: string | undefined;
  /** Address of whoever called the gateway. */
  readonly sourceIp?: string | undefined;
}

const identities = new AsyncLocalStorage<RequestIdentity>();

/** Runs a function so that whatever it logs, also after waiting, names the request. */
export function identified<Result>(identity: RequestIdentity, run: () => Result): Result {
  return identities.run(identity, run);
}

/** The identity of the current request; empty outside of any. */
export function requestIdentity(): RequestIdentity {
  return identities.getStore() ?? {};
}
