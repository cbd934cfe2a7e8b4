import { LIVE_STATES } from '../../../../functions/domain/upgrade.ts';
import type { Ask, Version } from './history.ts';

/** A version, and when it was the one on record. */
export interface Period {
  readonly version: Version;
  /** It began at the earliest and at the latest then. */
  readonly from: { readonly earliest: number; readonly latest: number };
  /** It was replaced at the earliest and at the latest then; never is Infinity. */
  readonly until: { readonly earliest: number; readonly latest: number };
}

/** The periods of one device, from its versions in order. */
export function periodsOf(versions: readonly Version[]): Period[] {
  // As they came one after the other, none began before an earlier one could have, or after a later one could have.
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
  return versions.map((version, index) => ({ version, from: beginOf(index), until: beginOf(index + 1) }));
}

/** The periods of each upgrade of a device, which follow each other. */
export function byUpgrade(periods: readonly Period[]): Period[][] {
  const upgrades: Period[][] = [];
  for (const period of periods) {
    const current = upgrades.at(-1);
    if (current?.[0]?.version.upgradeId === period.version.upgradeId) current.push(period);
    else upgrades.push([period]);
  }
  return upgrades;
}

/** Whether an upgrade that is on record with this version has not ended, nor its lease run out, at that moment. */
export function isLiveAt({ state, leaseEndsAt }: Version, moment: number): boolean {
  return LIVE_STATES.some((live) => live === state) && moment < leaseEndsAt * 1000;
}

/** Whether there may have been a moment of a call at which this was on record and live. */
export function mayHaveBeenLive({ version, from, until }: Period, { begun, ended }: Ask): boolean {
  const first = Math.max(from.earliest, begun);
  return first <= Math.min(until.latest, ended) && isLiveAt(version, first);
}
