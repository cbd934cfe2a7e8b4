import { startFaultProxy } from '../../stage/database-proxy/fault-proxy.ts';
import { capacityOf } from './capacity.ts';
import { RoundTrips } from './round-trips.ts';

/** A proxy in front of the engine that counts what calls cost. */
export interface CostCounter {
  readonly endpoint: string;
  /** Each cost since the last call, by its name. */
  take(): (readonly [string, number])[];
}

/** Starts a counter in front of the engine; it asks for the capacity that each call consumes. Ends with the scope. */
export async function startCostCounter(scope: AsyncDisposableStack, engine: string): Promise<CostCounter> {
  const proxy = await startFaultProxy(engine);
  scope.defer(() => proxy.close());
  const roundTrips = new RoundTrips();
  let [calls, readUnits, writeUnits] = [0, 0, 0];
  proxy.intervene = async (call, forward) => {
    const asking = { ...call.input, ReturnConsumedCapacity: 'TOTAL' };
    const reply = await roundTrips.through(() => forward(asking));
    const { read, write } = capacityOf(call, reply.body);
    calls += 1;
    readUnits += read;
    writeUnits += write;
    return reply;
  };
  return {
    endpoint: proxy.url,
    take: () => {
      const costs = [
        ['calls', calls] as const,
        ['round trips', roundTrips.take()] as const,
        ['read units', readUnits] as const,
        ['write units', writeUnits] as const,
      ];
      [calls, readUnits, writeUnits] = [0, 0, 0];
      return costs;
    },
  };
}
