import { startFaultProxy } from '../../stage/database-proxy/fault-proxy.ts';
import { capacityOf, type Capacity } from './capacity.ts';
import { RoundTrips } from './round-trips.ts';

/** A proxy in front of the engine that counts what calls cost. */
export interface CostCounter {
  readonly endpoint: string;
  /** Each cost since the last call, by its name. */
  take(): (readonly [string, number])[];
}

/** Starts a counter in front of the engine; it asks for the capacity that each call consumes. Ends with the scope. */
export async function startCostCounter(scope: AsyncDisposableStack, engine: string): Promise<CostCounter> {
  const proxy = await startFaultProxy(scope, engine);
  const roundTrips = new RoundTrips();
  let calls: Capacity[] = [];
  proxy.intervene = async (call, forward) => {
    const asking = { ...call.input, ReturnConsumedCapacity: 'TOTAL' };
    const reply = await roundTrips.through(() => forward(asking));
    calls.push(capacityOf(call, reply.body));
    return reply;
  };
  return {
    endpoint: proxy.url,
    take: () => {
      const counted = calls;
      calls = [];
      return Object.entries({
        calls: counted.length,
        'round trips': roundTrips.take(),
        'read units': counted.reduce((sum, { read }) => sum + read, 0),
        'write units': counted.reduce((sum, { write }) => sum + write, 0),
      });
    },
  };
}
