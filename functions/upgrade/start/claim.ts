import { randomBytes, randomUUID } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { isTimeToClaim, untilAnswer, type Caller } from '../../config/deadline.ts';
import { epochSeconds } from '../../domain/epoch-seconds.ts';
import type { AvailableFirmware } from '../../domain/firmware.ts';
import type { Claim, SettledClaim, Upgrades } from '../../domain/ports.ts';
import type { CurrentUpgrade } from '../../domain/upgrade.ts';
import { resolveConflict } from '../../domain/write-outcome.ts';
import { logError } from '../../log/log.ts';
import type { Decision } from './judge.ts';

/** What the upgrades of a request have in common. */
interface Order {
  /** Undefined when no device is to be claimed. */
  readonly firmware: AvailableFirmware | undefined;
  readonly requestedBy: string;
  readonly requestedAt: Date;
  readonly leaseSeconds: number;
}

/**
 * The claims that were decided on, each over what is on record for its device. Each upgrade has an id of its own; all have
 * one time and one token, by which a request knows its own writes.
 */
export function newClaims(
  decisions: ReadonlyMap<string, Decision>,
  current: ReadonlyMap<string, CurrentUpgrade>,
  { firmware, requestedBy, requestedAt, leaseSeconds }: Order,
): readonly Claim[] {
  if (firmware === undefined) return [];
  const { firmwareId, file } = firmware;
  const claimToken = randomUUID();
  const leaseEndsAt = epochSeconds(requestedAt) + leaseSeconds;
  const common = { firmwareId, file, claimToken, requestedBy, requestedAt, leaseEndsAt };
  return [...decisions]
    .filter(([, decision]) => decision === 'CLAIM')
    .map(([sn]) => ({ upgrade: { sn, upgradeId: idAt(requestedAt), ...common }, replaced: current.get(sn) }));
}

/** Of the time of the request, not of a moment after it. Random bytes of our own, as those of uuid load Web Crypto. */
function idAt(time: Date): string {
  return uuidv7({ msecs: time.getTime(), random: randomBytes(16) });
}

/**
 * Makes the claims, and finds out what became of them: where that is in doubt, by reading back. Never rejects. When time
 * runs out, claims that have not begun are not begun, and those that are under way are not attempted again.
 */
export async function claimAll(
  claims: readonly Claim[],
  upgrades: Upgrades,
  caller: Caller,
): Promise<readonly SettledClaim[]> {
  const settled = await upgrades.claim(claims, () => isTimeToClaim(caller));
  const doubtful = settled.filter(isDoubtful).map(({ upgrade }) => upgrade.sn);
  const found = doubtful.length > 0 ? await readBack(doubtful, upgrades, caller) : undefined;
  return found === undefined ? settled : settled.map((claim) => (isDoubtful(claim) ? resolved(claim, found) : claim));
}

/** Whether it may be on record; or is not, but what stands against it was not shown. */
function isDoubtful({ outcome }: SettledClaim): boolean {
  return outcome.kind === 'unknown' ? outcome.mayBeWritten : outcome.kind === 'refused' && outcome.by === undefined;
}

function resolved(claim: SettledClaim, found: ReadonlyMap<string, CurrentUpgrade>): SettledClaim {
  const { sn, claimToken } = claim.upgrade;
  return { ...claim, outcome: resolveConflict(found.get(sn), claimToken, claim.outcome.kind === 'unknown') };
}

async function readBack(sns: readonly string[], upgrades: Upgrades, caller: Caller) {
  try {
    return await upgrades.findMany(sns, untilAnswer(caller));
  } catch (error) {
    logError('READ_BACK_FAILED', error, { devices: sns.length });
    return undefined;
  }
}
