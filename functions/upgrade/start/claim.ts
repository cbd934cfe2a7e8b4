import { randomUUID } from 'node:crypto';
import { isTimeToWrite, type Caller } from '../../config/deadline.ts';
import type { DeviceResult } from '../../domain/api-status.ts';
import { isStartedUnderKey, resultOfRecord, type Decision } from '../../domain/eligibility.ts';
import { epochSeconds } from '../../domain/epoch-seconds.ts';
import type { AvailableFirmware } from '../../domain/firmware.ts';
import type { Claim, Settled } from '../../domain/ports.ts';
import type { CurrentUpgrade, Upgrade } from '../../domain/upgrade.ts';
import { claimOver } from '../../store/claim-over.ts';
import type { DeviceResults } from '../respond.ts';
import type { UpgradeServices } from '../services.ts';
import { settleDoubts } from '../settle.ts';

/** How often a claim is made, each time over an upgrade that came in between and has ended by then. */
const CLAIM_ATTEMPTS = 3;

/** What the upgrades of a request have in common. */
interface Order {
  /** Undefined when no device is to be claimed. */
  readonly firmware: AvailableFirmware | undefined;
  readonly requestedBy: string;
  readonly requestKey: string | undefined;
  readonly requestedAt: Date;
  readonly leaseSeconds: number;
}

/**
 * The claims that were decided on, each over what is on record for its device. Each upgrade has an id of its own; all have
 * one token, by which a request knows its own writes.
 */
export function newClaims(
  decisions: ReadonlyMap<string, Decision>,
  current: ReadonlyMap<string, CurrentUpgrade>,
  { firmware, requestedAt, leaseSeconds, ...by }: Order,
): readonly Claim[] {
  if (firmware === undefined) return [];
  const { firmwareId, file } = firmware;
  const common = { firmwareId, file, claimToken: randomUUID(), ...by };
  return [...decisions]
    .filter(([, decision]) => decision === 'CLAIM')
    .map(([sn]) => claimOver(current.get(sn), { sn, ...common }, requestedAt, leaseSeconds));
}

/**
 * Makes the claims, and finds out what became of them. Never rejects. When time runs out, claims that have not begun are not
 * begun, and those that are under way are not attempted again.
 */
export async function claimAll(
  claims: readonly Claim[],
  services: UpgradeServices,
  caller: Caller,
  attempts = CLAIM_ATTEMPTS,
): Promise<readonly Settled<Claim>[]> {
  const { upgrades } = services;
  const claimed = await upgrades.claim(claims, () => isTimeToWrite(caller));
  const settled = await settleDoubts(claimed, tokenOf, upgrades, caller);
  const again = settled.flatMap((claim) => retryOverEnded(claim, services));
  if (again.length === 0 || attempts === 1) return settled;
  const last = await claimAll(again, services, caller, attempts - 1);
  const bySn = new Map(last.map((claim) => [claim.upgrade.sn, claim]));
  return settled.map((claim) => bySn.get(claim.upgrade.sn) ?? claim);
}

function tokenOf({ upgrade: { sn, claimToken } }: Claim) {
  return { sn, token: claimToken };
}

/**
 * A new claim, if this one was certainly refused by an upgrade that does not stand against it; otherwise none. With an id,
 * a time and a lease of its own: under the old id, it would be older than the upgrade which it replaces.
 */
function retryOverEnded(claim: Settled<Claim>, { clock, leaseSeconds }: UpgradeServices): readonly Claim[] {
  const { outcome, upgrade } = claim;
  if (outcome.kind !== 'refused' || outcome.by === undefined || resultAgainst(outcome.by, upgrade) !== undefined)
    return [];
  return [claimOver(outcome.by, upgrade, clock(), leaseSeconds)];
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
  if (claim === undefined) return 'TRY_AGAIN';
  const { outcome, upgrade } = claim;
  if (outcome.kind === 'written') return 'SUCCESS';
  const { by } = outcome;
  if (by === undefined) return 'TRY_AGAIN';
  // In doubt, an upgrade of another key may have come after ours; one of our own is the very one that was asked for.
  if (outcome.kind === 'unknown') return isStartedUnderKey(by, upgrade) ? 'REPEAT' : 'TRY_AGAIN';
  // One that does not stand against the claim has come in between and ended, and so did those before it.
  return resultAgainst(by, upgrade) ?? 'TRY_AGAIN';
}

/** What the upgrade that refused a claim means to it. */
function resultAgainst(blocker: CurrentUpgrade, upgrade: Upgrade) {
  return resultOfRecord(blocker, upgrade, epochSeconds(upgrade.requestedAt));
}
