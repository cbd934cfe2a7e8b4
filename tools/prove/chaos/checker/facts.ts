import type { Ask, History, Version } from './history.ts';
import { byUpgrade, periodsOf, type Period } from './period.ts';

/** A history, arranged for the rules. */
export interface Facts {
  readonly history: History;
  /** The periods of each device that was ever on record, in order. */
  readonly periods: ReadonlyMap<string, readonly Period[]>;
  /** The same, by upgrade. */
  readonly upgrades: ReadonlyMap<string, readonly (readonly Period[])[]>;
  readonly askOf: ReadonlyMap<string, Ask>;
  /** The claims of each request: versions with which an upgrade came on record, by its user. */
  readonly claimsOf: ReadonlyMap<string, readonly Version[]>;
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
    upgrades: new Map([...periods].map(([sn, ofDevice]) => [sn, byUpgrade(ofDevice)])),
    askOf: new Map(history.asks.map((ask) => [ask.user, ask])),
    claimsOf: Map.groupBy(claims, ({ requestedBy }) => requestedBy),
  };
}

/** Reports change an upgrade but never its id, and never bring it back to `requested`. */
function isClaim({ version }: Period, index: number, all: readonly Period[]): boolean {
  return version.state === 'requested' || all[index - 1]?.version.upgradeId !== version.upgradeId;
}
