import type { VerdictName } from '../domain/api-status.ts';
import type { Upgrades } from '../domain/ports.ts';
import { isUnfinished, type Upgrade } from '../domain/upgrade.ts';
import { logError, logInfo, logWarning } from '../log/log.ts';
import { answerOwnOrHeld } from './held.ts';
import { readBack } from './read-back.ts';
import type { Verdicts } from './respond.ts';
import { whileTimeRemains, type Caller, type StartUpgradeServices } from './services.ts';

/** What became of the claims of a request. */
export interface Claimed {
  readonly verdicts: Verdicts;
  /** Devices that were claimed over an upgrade whose end nobody had reported. */
  readonly leasesExpired: number;
}

interface Settled {
  readonly upgrade: Upgrade;
  /** Nothing when it must be read back. */
  readonly verdict: VerdictName | undefined;
  /** Whether the claim may have been written, or may yet be, without our knowing. */
  readonly mayBeWritten: boolean;
  readonly leaseExpired?: boolean;
}

/** Kept free at the end for reading back what became of unanswered claims and for the answer. */
const RESERVE_MS = 4_000;

/**
 * Claims each device with one conditional write, each settled on its own. Never rejects. When time runs out, claims
 * that have not begun are not begun (TRY_AGAIN), and those without an answer are read back.
 */
export async function claimAll(
  claims: readonly Upgrade[],
  services: StartUpgradeServices,
  caller: Caller,
): Promise<Claimed> {
  const signal = whileTimeRemains(caller, RESERVE_MS);
  const settled = await Promise.all(
    claims.map((upgrade) => services.limit(claimOne, upgrade, services.upgrades, signal)),
  );
  const doubtful = settled.filter(({ verdict }) => verdict === undefined);
  const found = await readBack(doubtful, services, caller);
  const verdicts = new Map(
    settled.map(({ upgrade: { sn }, verdict }) => [sn, verdict ?? found.get(sn) ?? 'TRY_AGAIN']),
  );
  for (const upgrade of claims) if (verdicts.get(upgrade.sn) === 'SUCCESS') audit(upgrade);
  return { verdicts, leasesExpired: settled.filter(({ leaseExpired }) => leaseExpired).length };
}

async function claimOne(upgrade: Upgrade, upgrades: Upgrades, signal: AbortSignal): Promise<Settled> {
  if (signal.aborted) return { upgrade, verdict: 'TRY_AGAIN', mayBeWritten: false };
  try {
    const outcome = await upgrades.claim(upgrade, signal);
    if (!outcome.claimed) {
      const { heldBy, mayBeWritten } = outcome;
      return { upgrade, verdict: heldBy && answerOwnOrHeld(heldBy, upgrade, mayBeWritten), mayBeWritten };
    }
    const leaseExpired = outcome.over !== undefined && isUnfinished(outcome.over);
    if (leaseExpired) logWarning('LEASE_EXPIRED', { sn: upgrade.sn, upgradeId: outcome.over.upgradeId });
    return { upgrade, verdict: 'SUCCESS', mayBeWritten: false, leaseExpired };
  } catch (error) {
    // Whatever went wrong, the write may have been made: other claims of the batch certainly were.
    logError('CLAIM_UNANSWERED', error, { sn: upgrade.sn });
    return { upgrade, verdict: undefined, mayBeWritten: true };
  }
}

function audit({ sn, upgradeId, firmwareId, requestedBy }: Upgrade): void {
  logInfo('UPGRADE_STARTED', { sn, upgradeId, firmwareId, requestedBy });
}
