import { epochSeconds } from '../domain/epoch-seconds.ts';
import type { Claim } from '../domain/ports.ts';
import type { CurrentUpgrade, Upgrade } from '../domain/upgrade.ts';
import { nextUpgradeId } from './upgrade-id.ts';

/** An upgrade, but for what each claim has of its own. */
type Made = Omit<Upgrade, 'upgradeId' | 'requestedAt' | 'leaseEndsAt'>;

/** A claim over what is on record for its device, with an id, a time and a lease of its own. */
export function claimOver(
  replaced: CurrentUpgrade | undefined,
  made: Made,
  requestedAt: Date,
  leaseSeconds: number,
): Claim {
  const upgradeId = nextUpgradeId(requestedAt, replaced?.upgradeId);
  return {
    upgrade: { ...made, upgradeId, requestedAt, leaseEndsAt: epochSeconds(requestedAt) + leaseSeconds },
    replaced,
  };
}
