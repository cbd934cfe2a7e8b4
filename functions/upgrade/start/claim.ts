import type { VerdictName } from '../../domain/api-status.ts';
import type { Upgrades } from '../../domain/ports.ts';
import { isUnfinished, type Upgrade } from '../../domain/upgrade.ts';
import { logError, logInfo, logWarning } from '../../log/log.ts';
import { answerOwnOrHeld } from './held.ts';
import { readBack, type Doubtful } from './read-back.ts';
import type { Verdicts } from './respond.ts';
import type { Caller, StartUpgradeServices } from './services.ts';

/** What became of the claims of a request. */
export interface Claimed {
  readonly verdicts: Verdicts;
  /** Devices that were claimed over an upgrade whose end nobody had reported. */
  readonly leasesExpired: number;
}

/** A claim with its verdict, or one that must be read back. */
type Settled =
  | { readonly upgrade: Upgrade; readonly verdict: VerdictName; readonly leaseExpired?: boolean }
  | ({ readonly verdict?: undefined; readonly leaseExpired?: undefined } & Doubtful);

/**
 * Kept free at the end: an attempt that has just begun is answered or given up, and a pause before another is waited
 * out (4 s at the most, see client.ts); what became of unanswered claims is read back, and told (2 s).
 */
const RESERVE_MS = 6_000;

/**
 * Claims each device with one conditional write, each settled on its own. Never rejects. When time runs out, claims
 * that have not begun are not begun (TRY_AGAIN), and those that are under way are not attempted again.
 */
export async function claimAll(
  claims: readonly Upgrade[],
  services: StartUpgradeServices,
  caller: Caller,
): Promise<Claimed> {
  const inTime = () => caller.remainingMs() > RESERVE_MS;
  const settled = await Promise.all(
    claims.map((upgrade) => services.limit(claimOne, upgrade, services.upgrades, inTime)),
  );
  const doubtful = settled.filter((claim) => claim.verdict === undefined);
  const found = await readBack(doubtful, services, caller);
  const verdicts = new Map(
    settled.map(({ upgrade: { sn }, verdict }) => [sn, verdict ?? found.get(sn) ?? 'TRY_AGAIN']),
  );
  for (const upgrade of claims) if (verdicts.get(upgrade.sn) === 'SUCCESS') audit(upgrade);
  return { verdicts, leasesExpired: settled.filter(({ leaseExpired }) => leaseExpired).length };
}

async function claimOne(upgrade: Upgrade, upgrades: Upgrades, inTime: () => boolean): Promise<Settled> {
  if (!inTime()) return { upgrade, verdict: 'TRY_AGAIN' };
  try {
    const outcome = await upgrades.claim(upgrade, inTime);
    if (!outcome.claimed) {
      const { heldBy, mayBeWritten } = outcome;
      if (heldBy === undefined) return { upgrade, mayBeWritten };
      return { upgrade, verdict: answerOwnOrHeld(heldBy, upgrade, mayBeWritten) };
    }
    const leaseExpired = outcome.over !== undefined && isUnfinished(outcome.over);
    if (leaseExpired) logWarning('LEASE_EXPIRED', { sn: upgrade.sn, upgradeId: outcome.over.upgradeId });
    return { upgrade, verdict: 'SUCCESS', leaseExpired };
  } catch (error) {
    // Whatever went wrong, the write may have been made: other claims of the batch certainly were.
    logError('CLAIM_UNANSWERED', error, { sn: upgrade.sn });
    return { upgrade, mayBeWritten: true };
  }
}

function audit({ sn, upgradeId, firmwareId, requestedBy }: Upgrade): void {
  logInfo('UPGRADE_STARTED', { sn, upgradeId, firmwareId, requestedBy });
}
