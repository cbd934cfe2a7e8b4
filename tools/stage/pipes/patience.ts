import type { DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';

/**
 * As AWS's pipes do, repeats a call while the engine is away or has a fault of its own; what it refuses, it would refuse again.
 * `onOutage` is called once for each call that has failed three times.
 */
export function patience(
  onOutage: (error: unknown) => void,
): Extract<DynamoDBClientConfig['retryStrategy'], { readonly recordSuccess: unknown }> {
  const token = (count: number) => ({ getRetryCount: () => count, getRetryDelay: () => 500 });
  return {
    acquireInitialRetryToken: () => Promise.resolve(token(0)),
    refreshRetryTokenForRetry: (before, { errorType, error }) => {
      if (errorType === 'CLIENT_ERROR' && error && '$fault' in error) return Promise.reject(error);
      // That a connection breaks once is no outage.
      if (before.getRetryCount() === 2) onOutage(error);
      return Promise.resolve(token(before.getRetryCount() + 1));
    },
    recordSuccess: () => undefined,
  };
}
