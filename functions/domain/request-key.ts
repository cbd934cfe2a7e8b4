/**
 * The key by which a caller names one intent (`Idempotency-Key`): a request that is sent again under it starts nothing twice.
 * A letter or digit, then letters, digits and `._:+/=~-`; at most 64 characters.
 */
export const REQUEST_KEY = /^(?!rollout:)[A-Za-z0-9][A-Za-z0-9._:+/=~-]{0,63}$/;

/** Before the id of a roll-out, in the place of a key: no caller's key begins like this. */
export const ROLLOUT_PREFIX = 'rollout:';
