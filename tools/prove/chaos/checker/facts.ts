import { LIVE_STATES } from '../../../../functions/domain/upgrade.ts';
import type { UpgradeOperation } from '../../../../functions/domain/operations.ts';
import type { Invocation, History, Version } from './history.ts';

/** A history, arranged for the rules. */
export interface Facts {
  readonly history: History;
  /** The periods of each device that was ever on record, in order. */
  readonly periods: ReadonlyMap<string, readonly Period[]>;
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

/** A version, and when it was the current one. Times are milliseconds since 1970. */
export interface Period {
  readonly version: Version;
  /** When it began. */
  readonly from: { readonly earliest: number; readonly latest: number };
  /** When it was replaced; Infinity if it never was. */
  readonly until: { readonly earliest: number; readonly latest: number };
  /** When its lease runs out, by whatever clock a function has. */
  readonly leaseEnd: { readonly earliest: number; readonly latest: number };
}

/** Something that breaks a rule. */
export interface Violation {
  readonly rule: string;
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

/** The periods of one device, from its versions in order. */
function periodsOf(versions: readonly Version[], clockErrorMs = 0): Period[] {
  // Versions are in order, so none began before an earlier one could have, or after a later one could have.
  let earliest = -Infinity;
  const earliestBegins = versions.map(({ sent }) => (earliest = Math.max(earliest, sent)));
  let latest = Infinity;
  const latestBegins = versions
    .toReversed()
    .map(({ answered }) => (latest = Math.min(latest, answered)))
    .toReversed();
  const beginOf = (index: number) => ({
    earliest: earliestBegins[index] ?? Infinity,
    latest: latestBegins[index] ?? Infinity,
  });
  return versions.map((version, index) => {
    const leaseEndMs = version.leaseEndsAt * 1000;
    const leaseEnd = { earliest: leaseEndMs - clockErrorMs, latest: leaseEndMs + clockErrorMs };
    return { version, from: beginOf(index), until: beginOf(index + 1), leaseEnd };
  });
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
export function mayHaveBeen({ from, until }: Period, { begun, ended }: Invocation): boolean {
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
