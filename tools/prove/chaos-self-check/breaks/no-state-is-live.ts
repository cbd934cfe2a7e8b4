import type { isLive as original } from '../../../../functions/domain/upgrade.ts';

export * from '../../../../functions/domain/upgrade.ts';

/** Neither the engine nor the function treats any state as live, so every claim succeeds. */
export const LIVE_STATES = ['never'];
export const isLive: typeof original = () => false;
