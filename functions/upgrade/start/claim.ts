import { randomBytes, randomUUID } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { isTimeToWrite, type Caller } from '../../config/deadline.ts';
import type { DeviceResult } from '../../domain/api-status.ts';
import { resultOfLive, type Decision } from '../../domain/eligibility.ts';
import { epochSeconds } from '../../domain/epoch-seconds.ts';
import type { AvailableFirmware } from '../../domain/firmware.ts';
import type { Claim, Settled, Upgrades } from '../../domain/ports.ts';
import { isLive, type CurrentUpgrade } from '../../domain/upgrade.ts';
import type { DeviceResults } from '../respond.ts';
import { settleDoubts } from '../settle.ts';

/** How often a claim is made, each time over an upgrade that came in between and has ended by then. */
const CLAIM_ATTEMPTS = 3;

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

/** An id with the time of the request. With random bytes from `node:crypto`, because uuid's own random source would load Web Crypto. */
function idAt(time: Date): string {
  return uuidv7({ msecs: time.getTime(), random: randomBytes(16) });
}

/**
 * Makes the claims, and finds out what became of them. Never rejects. When time runs out, claims that have not begun are not
 * begun, and those that are under way are not attempted again.
 */
export async function claimAll(
  claims: readonly Claim[],
  upgrades: Upgrades,
  caller: Caller,
  attempts = CLAIM_ATTEMPTS,
): Promise<readonly Settled<Claim>[]> {
  const claimed = await upgrades.claim(claims, () => isTimeToWrite(caller));
  const settled = await settleDoubts(claimed, tokenOf, upgrades, caller);
  const again = settled.flatMap(retryOverEnded);
  if (again.length === 0 || attempts === 1) return settled;
  const last = await claimAll(again, upgrades, caller, attempts - 1);
  const bySn = new Map(last.map((claim) => [claim.upgrade.sn, claim]));
  return settled.map((claim) => bySn.get(claim.upgrade.sn) ?? claim);
}

function tokenOf({ upgrade: { sn, claimToken } }: Claim) {
  return { sn, token: claimToken };
}

/** The claim again, if it was certainly refused by an upgrade that does not hold the device; otherwise none. */
function retryOverEnded(claim: Settled<Claim>): readonly Claim[] {
  const blocker = blockerOf(claim);
  return blocker === undefined || holdsDevice(blocker, claim) ? [] : [{ upgrade: claim.upgrade, replaced: blocker }];
}

/** The results of a request: as decided, or by what became of the claim. */
export function resultsOf(decisions: ReadonlyMap<string, Decision>, claims: readonly Settled<Claim>[]): DeviceResults {
  const bySn = new Map(claims.map((claim) => [claim.upgrade.sn, claim]));
  return new Map(
    [...decisions].map(([sn, decision]) => [sn, decision === 'CLAIM' ? resultOf(bySn.get(sn)) : decision]),
  );
}

/** The one place that decides on TRY_AGAIN for a device that is to be upgraded. */
function resultOf(claim: Settled<Claim> | undefined): DeviceResult {
  if (claim?.outcome.kind === 'written') return 'SUCCESS';
  const blocker = claim && blockerOf(claim);
  // A blocker that does not hold the device has come in between and ended, and so did those before it.
  if (claim === undefined || blocker === undefined || !holdsDevice(blocker, claim)) return 'TRY_AGAIN';
  return resultOfLive(blocker, claim.upgrade.firmwareId);
}

/** The upgrade on record that refused a claim, if that is certain and known. */
function blockerOf({ outcome }: Settled<Claim>): CurrentUpgrade | undefined {
  return outcome.kind === 'refused' ? outcome.by : undefined;
}

function holdsDevice(blocker: CurrentUpgrade, { upgrade }: Claim): boolean {
  return isLive(blocker, epochSeconds(upgrade.requestedAt));
}
