import { codeOf, isUncertain } from '../code-of.ts';
import type { Facts, Rule, Violation } from '../facts.ts';
import type { Ask } from '../history.ts';
import { isLiveAt, type Period } from '../period.ts';
import { told, toldAsk } from '../told.ts';

/** Told of a free device, or of one that is away. */
const FREE = [0, 12];

/**
 * A device that an upgrade held throughout a call is told so: 1 or 11, unless the answer is uncertain or its firmware
 * does not fit. If it is there by a request that was told 4 or nothing, this is what makes asking again safe.
 */
export const liveIsSaid: Rule = (facts) =>
  facts.history.asks.flatMap((ask) => ask.sns.flatMap((sn) => ignored(facts, ask, sn)));

function ignored(facts: Facts, ask: Ask, sn: string): Violation[] {
  if (!FREE.some((code) => code === codeOf(ask, sn))) return [];
  const holding = facts.upgrades.get(sn)?.find((upgrade) => isHolding(upgrade, ask))?.[0]?.version;
  if (holding === undefined) return [];
  const owner = facts.askOf.get(holding.requestedBy);
  const rule = owner && isUncertain(owner, sn) ? '4 is 1 when asked again' : 'what is live is said';
  return [{ rule, sn, what: `${toldAsk(ask, sn)}, while ${told(holding)} was live throughout` }];
}

function isHolding(upgrade: readonly Period[], { begun, ended }: Ask): boolean {
  const first = upgrade[0]?.from.latest ?? Infinity;
  const last = upgrade.at(-1)?.until.earliest ?? 0;
  return (
    first <= begun &&
    last >= ended &&
    upgrade
      .filter(({ from, until }) => from.earliest <= ended && until.latest >= begun)
      .every(({ version, until }) => isLiveAt(version, Math.min(until.latest, ended)))
  );
}
