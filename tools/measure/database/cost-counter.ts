import { startFaultProxy } from '../../stage/database-proxy/fault-proxy.ts';
import { capacityOf, type Capacity } from './capacity.ts';
import { RoundTrips } from './round-trips.ts';

/** Starts a proxy that counts what calls of the engine cost: it asks for the capacity of each. Ends with the scope. */
export async function startCostCounter(scope: AsyncDisposableStack, engine: string) {
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
    /** Each cost since the last call, by its name. */
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
