import {
  startFaultProxy,
  type DatabaseCall,
  type FaultProxy,
  type Intervention,
} from '../../tools/stage/database-proxy/fault-proxy.ts';

export interface DatabaseProxy extends FaultProxy {
  /** All calls so far, in order of arrival. */
  readonly calls: DatabaseCall[];
}

/** A fault proxy that records its calls. */
export async function startDatabaseProxy(endpoint: string): Promise<DatabaseProxy> {
  const calls: DatabaseCall[] = [];
  return Object.assign(await startFaultProxy(endpoint, (call) => calls.push(call)), { calls });
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
