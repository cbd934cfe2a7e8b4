import { startFaultProxy, type DatabaseCall, type FaultProxy } from '../../tools/chaos/proxy/fault-proxy.ts';

export interface DatabaseProxy extends FaultProxy {
  /** All calls so far, in order of arrival. */
  readonly calls: DatabaseCall[];
}

/** A fault proxy that remembers what was asked of it. */
export async function startDatabaseProxy(endpoint: string): Promise<DatabaseProxy> {
  const calls: DatabaseCall[] = [];
  return Object.assign(await startFaultProxy(endpoint, (call) => calls.push(call)), { calls });
}
