import { isLive as original, LIVE_STATES as ORIGINAL } from '../../../../functions/domain/upgrade.ts';

export * from '../../../../functions/domain/upgrade.ts';

/** A cancelled upgrade holds its device until its lease has run out. */
export const LIVE_STATES = [...ORIGINAL, 'cancelled'];
export const isLive: typeof original = (upgrade, now) =>
  original(upgrade.state === 'cancelled' ? { ...upgrade, state: 'requested' } : upgrade, now);
