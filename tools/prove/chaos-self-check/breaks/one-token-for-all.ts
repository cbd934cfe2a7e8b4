export * from 'node:crypto';

/** All invocations have the same token, so that each takes anybody's record for its own. */
export const randomUUID = () => 'the-same-token';
