import { epochSeconds } from '../domain/epoch-seconds.ts';
import type { Upgrade } from '../domain/upgrade.ts';
import type { UpgradeItem } from './items.ts';

/** 90 days: far longer than any upgrade runs, so that the record outlives its end however often its lease is renewed. */
const KEPT_SECONDS = 90 * 24 * 60 * 60;

/** A fresh upgrade as it is stored. */
export function upgradeItem({ file, requestedAt, ...upgrade }: Upgrade): UpgradeItem {
  return {
    ...upgrade,
    ...file,
    requestedAt: requestedAt.toISOString(),
    state: 'requested',
    expiresAt: epochSeconds(requestedAt) + KEPT_SECONDS,
  };
}
