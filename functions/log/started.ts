import type { Claim } from '../domain/ports.ts';
import { isUnfinished } from '../domain/upgrade.ts';
import { logInfo, logWarning } from './log.ts';

/**
 * Writes the audit line of each started upgrade; and a warning, at whose number the alarm LeasesExpired looks, where nobody had
 * reported the end of the one before. Returns how many those were.
 */
export function logStarted(claims: readonly Claim[]): number {
  for (const { upgrade } of claims) {
    const { sn, upgradeId, firmwareId, requestedBy, requestKey } = upgrade;
    logInfo('UPGRADE_STARTED', { sn, upgradeId, firmwareId, requestedBy, requestKey });
  }
  const overExpired = claims.filter(({ replaced }) => replaced !== undefined && isUnfinished(replaced));
  for (const { upgrade, replaced } of overExpired) {
    logWarning('LEASE_EXPIRED', { sn: upgrade.sn, upgradeId: replaced?.upgradeId });
  }
  return overExpired.length;
}
