import { LIVE_STATES } from '../../../../functions/domain/upgrade.ts';
import type { Ask, History, Version } from './history.ts';

/** A history, arranged for the rules. */
export interface Facts {
  readonly history: History;
  /** The periods of each device that was ever on record, in order. */
  readonly periods: ReadonlyMap<string, readonly Period[]>;
  readonly askOf: ReadonlyMap<string, Ask>;
  /** The claims of each request: versions with which an upgrade came on record, by its user. */
  readonly claimsOf: ReadonlyMap<string, readonly Version[]>;
}

/** A version, and when it was the one on record. Times are milliseconds since 1970. */
export interface Period {
  readonly version: Version;
  /** When it began. */
  readonly from: { readonly earliest: number; readonly latest: number };
  /** When it was replaced; Infinity if it never was. */
  readonly until: { readonly earliest: number; readonly latest: number };
}

/** What a rule found broken. */
export interface Violation {
  readonly rule: string;
  readonly sn: string;
  /** What happened, with all that it takes to see that it must not. */
  readonly what: string;
}

/** Finds what breaks one rule. */
export type Rule = (facts: Facts) => Violation[];

export function factsOf(history: History): Facts {
  const versions = Map.groupBy(history.versions, ({ sn }) => sn);
  const periods = new Map([...versions].map(([sn, ofDevice]) => [sn, periodsOf(ofDevice)]));
  const claims = [...periods.values()].flatMap((ofDevice) => ofDevice.filter(isClaim).map(({ version }) => version));
  return {
    history,
    periods,
    askOf: new Map(history.asks.map((ask) => [ask.user, ask])),
    claimsOf: Map.groupBy(claims, ({ requestedBy }) => requestedBy),
  };
}

/** Reports change an upgrade but never its id, and never bring it back to `requested`. */
function isClaim({ version }: Period, index: number, all: readonly Period[]): boolean {
  return version.state === 'requested' || all[index - 1]?.version.upgradeId !== version.upgradeId;
}

/** The periods of one device, from its versions in order. */
function periodsOf(versions: readonly Version[]): Period[] {
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

/** Whether an upgrade with this version on record has not ended at that moment, and its lease not run out. */
export function isLiveAt({ state, leaseEndsAt }: Version, moment: number): boolean {
  return LIVE_STATES.some((live) => live === state) && moment < leaseEndsAt * 1000;
}

/** Whether there may have been a moment of a call at which this was on record and live. */
export function mayHaveBeenLive({ version, from, until }: Period, { begun, ended }: Ask): boolean {
  const first = Math.max(from.earliest, begun);
  return first <= Math.min(until.latest, ended) && isLiveAt(version, first);
}

/** What a request was told of a device; undefined when it was refused as a whole: then the details only repeat that. */
export function codeOf({ answer }: Ask, sn: string): number | undefined {
  return answer?.status === 200 ? answer.codes[sn] : undefined;
}

/** Whether a request may have started an upgrade of a device without having been told so: by a 4, or by no answer. */
export function isUncertain(ask: Ask, sn: string): boolean {
  return ask.answer === undefined || codeOf(ask, sn) === 4;
}
