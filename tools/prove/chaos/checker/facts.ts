import { LIVE_STATES } from '../../../../functions/domain/upgrade.ts';
import type { UpgradeOperation } from '../../../../functions/domain/operations.ts';
import type { Invocation, History, Version } from './history.ts';
import type { Stored } from './rollouts/snapshot.ts';

/** A history, arranged for the rules. */
export interface Facts {
  readonly history: History;
  /** The periods of each device that was ever on record, in order. */
  readonly periods: ReadonlyMap<string, readonly Period[]>;
  /** The same of each roll-out, by its id. */
  readonly rollouts: ReadonlyMap<string, readonly RolloutPeriod[]>;
  readonly invocationOf: ReadonlyMap<string, Invocation>;
  /** The requests of these operations. */
  readonly invocationsOf: (...operations: readonly UpgradeOperation[]) => readonly Invocation[];
  /** What each request wrote, by its user. */
  readonly writesOf: ReadonlyMap<string, readonly Write[]>;
}

/** A version that recorded or cancelled an upgrade, and who wrote it. */
export interface Write {
  readonly operation: UpgradeOperation;
  readonly user: string;
  readonly version: Version;
}

/** When something was on record. Times are milliseconds since 1970. */
interface Time {
  /** When it began. */
  readonly from: { readonly earliest: number; readonly latest: number };
  /** When it was replaced; Infinity if it never was. */
  readonly until: { readonly earliest: number; readonly latest: number };
}

/** A roll-out, and when it was so. */
interface RolloutPeriod extends Time {
  readonly stored: Stored;
}

/** A version, and when it was the current one. */
export interface Period extends Time {
  readonly version: Version;
  /** When its lease runs out, by whatever clock a function has. */
  readonly leaseEnd: { readonly earliest: number; readonly latest: number };
}

/** Something that breaks a rule. */
export interface Violation {
  readonly rule: string;
  /** A serial number, or the id of a roll-out. */
  readonly sn: string;
  /** What happened, with everything needed to see why it must not. */
  readonly what: string;
}

/** Finds what breaks one rule. */
export type Rule = (facts: Facts) => Violation[];

export function factsOf(history: History): Facts {
  const versions = Map.groupBy(history.versions, ({ sn }) => sn);
  const periods = new Map([...versions].map(([sn, ofDevice]) => [sn, periodsOf(ofDevice, history.clockErrorMs)]));
  const writes = [...periods.values()].flatMap((ofDevice) => ofDevice.flatMap(writeOf));
  return {
    history,
    periods,
    rollouts: rolloutsIn(history),
    invocationOf: new Map(history.invocations.map((invocation) => [invocation.user, invocation])),
    invocationsOf: (...operations) => history.invocations.filter(({ operation }) => operations.includes(operation)),
    writesOf: Map.groupBy(writes, ({ user }) => user),
  };
}

/** Reports never change an upgrade's id, never set it back to `requested`, and never cancel it. */
function writeOf({ version }: Period, index: number, all: readonly Period[]): Write[] {
  const { state, upgradeId, requestedBy, cancelledBy } = version;
  if (state === 'cancelled') return [{ operation: 'cancel-upgrade', user: cancelledBy, version }];
  const isClaim = state === 'requested' || all[index - 1]?.version.upgradeId !== upgradeId;
  return isClaim ? [{ operation: 'start-upgrade', user: requestedBy, version }] : [];
}

/** The versions that recorded new upgrades. */
export function claimsIn({ writesOf }: Facts): readonly Version[] {
  const writes = [...writesOf.values()].flat();
  return writes.filter(({ operation }) => operation === 'start-upgrade').map(({ version }) => version);
}

function rolloutsIn({ log = [] }: History): Facts['rollouts'] {
  const moments = log.flatMap(({ stored, sent, answered }) => (stored ? [{ stored, sent, answered }] : []));
  const byId = Map.groupBy(moments, ({ stored }) => stored.rollout.rolloutId);
  const periods = (ofOne: typeof moments) => timed(ofOne).map(({ one, ...time }) => ({ ...time, stored: one.stored }));
  return new Map([...byId].map(([id, ofOne]) => [id, periods(ofOne)]));
}

/** The periods of one device, from its versions in order. */
function periodsOf(versions: readonly Version[], clockErrorMs = 0): Period[] {
  return timed(versions).map(({ one: version, ...time }) => {
    const leaseEndMs = version.leaseEndsAt * 1000;
    return { version, ...time, leaseEnd: { earliest: leaseEndMs - clockErrorMs, latest: leaseEndMs + clockErrorMs } };
  });
}

/** When each of these was on record, which took each other's place in this order. */
function timed<One extends Pick<Version, 'sent' | 'answered'>>(ones: readonly One[]): (Time & { one: One })[] {
  // In order, so none began before an earlier one could have, or after a later one could have.
  let earliest = -Infinity;
  const earliestBegins = ones.map(({ sent }) => (earliest = Math.max(earliest, sent)));
  let latest = Infinity;
  const latestBegins = ones
    .toReversed()
    .map(({ answered }) => (latest = Math.min(latest, answered)))
    .toReversed();
  const beginOf = (index: number) => ({
    earliest: earliestBegins[index] ?? Infinity,
    latest: latestBegins[index] ?? Infinity,
  });
  return ones.map((one, index) => ({ one, from: beginOf(index), until: beginOf(index + 1) }));
}

/** Whether an upgrade with this version on record has not ended, going by its state. */
export function isUnfinished({ state }: Version): boolean {
  return LIVE_STATES.some((live) => live === state);
}

/** Whether the upgrade is the very one that a request asks for, by its key. */
export function isStartedUnderKey({ version }: Period, { key, firmwareId }: Invocation): boolean {
  return version.requestKey === key && version.firmwareId === firmwareId;
}

/** Whether, at that moment and by every clock, it is unfinished and its lease has not run out. */
export function isLiveAt({ version, leaseEnd }: Period, moment: number): boolean {
  return isUnfinished(version) && moment < leaseEnd.earliest;
}

/** Whether this may have been on record at some moment during a call. */
export function mayHaveBeen({ from, until }: Time, { begun, ended }: Pick<Invocation, 'begun' | 'ended'>): boolean {
  return from.earliest <= ended && until.latest >= begun;
}

/** Whether this may have been on record and live, by some clock, at some moment during a call. */
export function mayHaveBeenLive(period: Period, invocation: Invocation): boolean {
  const { version, from, leaseEnd } = period;
  const isInTime = Math.max(from.earliest, invocation.begun) < leaseEnd.latest;
  return mayHaveBeen(period, invocation) && isUnfinished(version) && isInTime;
}

/** The code that a request was told for a device; undefined if it was refused as a whole, which the details only repeat. */
export function codeOf({ answer }: Invocation, sn: string): number | undefined {
  return answer?.status === 200 ? answer.codes[sn] : undefined;
}

/** Whether a request may have started or cancelled an upgrade without being told so: it got a 4, or no answer. */
export function isUncertain(invocation: Invocation, sn: string): boolean {
  return invocation.answer === undefined || codeOf(invocation, sn) === 4;
}
