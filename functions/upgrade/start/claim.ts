import { randomBytes, randomUUID } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { ATTEMPTS, isTimeToWrite, type Caller } from '../../config/deadline.ts';
import { epochSeconds } from '../../domain/epoch-seconds.ts';
import type { AvailableFirmware } from '../../domain/firmware.ts';
import type { Claim, Settled, Upgrades } from '../../domain/ports.ts';
import { isLive, type CurrentUpgrade } from '../../domain/upgrade.ts';
import { settleDoubts } from '../settle.ts';
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

/** An id with the time of the request. With random bytes from `node:crypto`, as uuid would load Web Crypto for its own. */
function idAt(time: Date): string {
  return uuidv7({ msecs: time.getTime(), random: randomBytes(16) });
}

/**
 * Makes the claims, and finds out what became of them. Never rejects. When time runs out, claims that have not begun are not
 * begun, and those that are under way are not attempted again.
 * @param attempts how often a claim is made, each time over an upgrade that came in between and has ended by then
 */
export async function claimAll(
  claims: readonly Claim[],
  upgrades: Upgrades,
  caller: Caller,
  attempts = ATTEMPTS,
): Promise<readonly Settled<Claim>[]> {
  const claimed = await upgrades.claim(claims, () => isTimeToWrite(caller));
  const settled = await settleDoubts(claimed, markOf, upgrades, caller);
  const again = settled.flatMap(overWhatHasEnded);
  if (again.length === 0 || attempts === 1) return settled;
  const last = await claimAll(again, upgrades, caller, attempts - 1);
  const bySn = new Map(last.map((claim) => [claim.upgrade.sn, claim]));
  return settled.map((claim) => bySn.get(claim.upgrade.sn) ?? claim);
}

function markOf({ upgrade: { sn, claimToken } }: Claim) {
  return { sn, token: claimToken };
}

/** The claim again, if it was certainly refused by an upgrade that does not hold the device; otherwise none. */
function overWhatHasEnded({ upgrade, outcome }: Settled<Claim>): readonly Claim[] {
  const met = outcome.kind === 'refused' ? outcome.by : undefined;
  return met === undefined || isLive(met, epochSeconds(upgrade.requestedAt)) ? [] : [{ upgrade, replaced: met }];
}
