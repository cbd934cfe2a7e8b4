import { v7 as uuidv7 } from 'uuid';
import type { VerdictName } from '../domain/api-status.ts';
import { epochSeconds } from '../domain/epoch-seconds.ts';
import type { AvailableFirmware } from '../domain/firmware.ts';
import type { Upgrades } from '../domain/ports.ts';
import type { Upgrade } from '../domain/upgrade.ts';
import { logError } from '../log/log.ts';
import { answerOwnOrHeld } from './held.ts';
import { readBack } from './read-back.ts';
import type { Verdicts } from './respond.ts';
import { whileTimeRemains, type Caller, type StartUpgradeServices } from './services.ts';

/** Kept free at the end for reading back what became of unanswered claims and for the answer. */
const RESERVE_MS = 4_000;

/**
 * Claims each device with one conditional write, each settled on its own. Never rejects. When time runs out, claims
 * that have not begun are not begun (TRY_AGAIN), and those without an answer are read back.
 */
export async function claimAll(
  sns: readonly string[],
  firmware: AvailableFirmware,
  services: StartUpgradeServices,
  caller: Caller,
): Promise<Verdicts> {
  const claims = upgradesOf(sns, firmware, services, caller.userName);
  const signal = whileTimeRemains(caller, RESERVE_MS);
  const settled = await Promise.all(
    claims.map(
      async (upgrade) => [upgrade, await services.limit(claimOne, upgrade, services.upgrades, signal)] as const,
    ),
  );
  const unanswered = settled.filter(([, verdict]) => verdict === 'UNANSWERED').map(([upgrade]) => upgrade);
  const found = await readBack(unanswered, services, caller);
  return new Map(
    settled.map(([{ sn }, verdict]) => [sn, verdict === 'UNANSWERED' ? (found.get(sn) ?? 'TRY_AGAIN') : verdict]),
  );
}

/** One upgrade for each device, all of one time and one token: the token is how this invocation knows its own writes. */
function upgradesOf(
  sns: readonly string[],
  { firmwareId, file }: AvailableFirmware,
  { clock, leaseSeconds }: StartUpgradeServices,
  requestedBy: string,
): readonly Upgrade[] {
  const requestedAt = clock();
  const claimToken = crypto.randomUUID();
  const leaseEndsAt = epochSeconds(requestedAt) + leaseSeconds;
  return sns.map((sn) => ({
    sn,
    upgradeId: uuidv7(),
    firmwareId,
    file,
    claimToken,
    requestedBy,
    requestedAt,
    leaseEndsAt,
  }));
}

async function claimOne(
  upgrade: Upgrade,
  upgrades: Upgrades,
  signal: AbortSignal,
): Promise<VerdictName | 'UNANSWERED'> {
  if (signal.aborted) return 'TRY_AGAIN';
  try {
    const outcome = await upgrades.claim(upgrade, signal);
    return outcome === 'claimed' ? 'SUCCESS' : answerOwnOrHeld(outcome, upgrade);
  } catch (error) {
    // Whatever went wrong, the write may have been made: other claims of the batch certainly were.
    logError('CLAIM_UNANSWERED', error, { sn: upgrade.sn });
    return 'UNANSWERED';
  }
}
