import { check } from './check.ts';
import { factsOf, type Violation } from './facts.ts';
import type { Ask, History, Version } from './history.ts';

/**
 * The smallest part of a history found to show the same violation: its device only, without the upgrades and requests that
 * the violation does not need. Requests that claimed or cancelled what is left stay, for the reader's sake.
 */
export function shrink(history: History, violation: Violation): History {
  const ofDevice = onlyOf(history, violation.sn);
  const upgrades = new Set(ofDevice.versions.map(({ upgradeId }) => upgradeId));
  const fewerUpgrades = [...upgrades].reduce(
    (kept, upgradeId) => ifStill(violation, kept, { ...kept, ...without(kept, upgradeId) }),
    ofDevice,
  );
  const owners = new Set(factsOf(fewerUpgrades).writesOf.keys());
  return ofDevice.asks
    .filter(({ user }) => !owners.has(user))
    .reduce(
      (kept, ask) => ifStill(violation, kept, { ...kept, asks: kept.asks.filter((one) => one !== ask) }),
      fewerUpgrades,
    );
}

function onlyOf({ asks, versions, events, table }: History, sn: string): History {
  const isOfDevice = (one: { readonly sn: string }): boolean => one.sn === sn;
  return {
    asks: asks.filter(({ sns }) => sns.includes(sn)).map((ask): Ask => ({ ...ask, sns: [sn] })),
    versions: versions.filter(isOfDevice),
    events: events.filter(isOfDevice),
    table: table.filter(isOfDevice),
  };
}

function without({ versions, events }: History, upgradeId: string): Pick<History, 'versions' | 'events'> {
  const isOther = (one: Pick<Version, 'upgradeId'>): boolean => one.upgradeId !== upgradeId;
  return { versions: versions.filter(isOther), events: events.filter(isOther) };
}

function ifStill(violation: Violation, history: History, smaller: History): History {
  const isShown = check(smaller).some(({ rule, what }) => rule === violation.rule && what === violation.what);
  return isShown ? smaller : history;
}
