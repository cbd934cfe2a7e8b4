import { StoreUnavailable } from '../domain/ports.ts';

/**
 * The result of a database call, or StoreUnavailable whatever the failure was: throttling, time-outs and lost
 * connections, but also a missing table or permission, from which a caller's later retry recovers once it is fixed.
 */
export async function orUnavailable<T>(operation: string, call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    throw new StoreUnavailable(operation, { cause: error });
  }
}
