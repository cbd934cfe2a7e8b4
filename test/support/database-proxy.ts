import {
  startFaultProxy,
  type DatabaseCall,
  type FaultProxy,
  type Intervention,
} from '../../tools/stage/database-proxy/fault-proxy.ts';

/** What becomes of a call in the end. */
export type Outcome = Awaited<ReturnType<Intervention>>;

export interface DatabaseProxy extends FaultProxy {
  /** All calls so far, in order of arrival. */
  readonly calls: DatabaseCall[];
}

/** A fault proxy that records its calls, until the scope ends. */
export async function startDatabaseProxy(scope: AsyncDisposableStack, endpoint: string): Promise<DatabaseProxy> {
  const calls: DatabaseCall[] = [];
  return Object.assign(await startFaultProxy(scope, endpoint, (call) => calls.push(call)), { calls });
}

/** Lets all calls pass, and forgets those so far. */
export function clear(proxy: DatabaseProxy): void {
  proxy.calls.length = 0;
  proxy.intervene = (_call, forward) => forward();
}

/** Applies a fault to the next `times` calls of an operation, and lets all others pass. */
export function interveneNext(proxy: FaultProxy, times: number, operation: string, fault: Intervention): void {
  let left = times;
  proxy.intervene = (call, forward) => {
    if (call.operation !== operation || left === 0) return forward();
    left -= 1;
    return fault(call, forward);
  };
}

/** The call never reaches the database. */
export const instead =
  (outcome: Outcome): Intervention =>
  () =>
    Promise.resolve(outcome);

/** The call has its effect, but its reply is lost. */
export const afterwards =
  (outcome: Outcome): Intervention =>
  async (_call, forward) => {
    await forward();
    return outcome;
  };
