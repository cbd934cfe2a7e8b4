export * from 'node:crypto';

/** All invocations have the same token, so each takes any record for its own. */
export const randomUUID = () => 'the-same-token';
