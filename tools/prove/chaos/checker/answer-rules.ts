import {
  codeOf,
  isLiveAt,
  isUncertain,
  mayHaveBeenLive,
  type Facts,
  type Period,
  type Rule,
  type Violation,
} from './facts.ts';
import type { Ask } from './history.ts';
import { askText, versionText } from './text.ts';

/** Told 1 means that an upgrade to that firmware was live at some moment of the call. */
export const oneMeansSame: Rule = (facts) =>
  unexplained(facts, '1 means the same upgrade', 1, ({ version }, ask) => version.firmwareId === ask.firmwareId);

/** Told 11 means that an upgrade to another firmware was. */
export const elevenMeansOther: Rule = (facts) =>
  unexplained(facts, '11 means another upgrade', 11, ({ version }, ask) => version.firmwareId !== ask.firmwareId);

function unexplained(
  { history, periods }: Facts,
  rule: string,
  code: number,
  isMeant: (period: Period, ask: Ask) => boolean,
): Violation[] {
  const explains = (ask: Ask) => (period: Period) => isMeant(period, ask) && mayHaveBeenLive(period, ask);
  return history.asks.flatMap((ask) =>
    ask.sns
      .filter((sn) => codeOf(ask, sn) === code && periods.get(sn)?.some(explains(ask)) !== true)
      .map((sn) => ({ rule, sn, what: `${askText(ask, sn)}, ${recordDuring(periods.get(sn), ask)}` })),
  );
}

function recordDuring(periods: readonly Period[] = [], ask: Ask): string {
  const current = periods.filter(mayHaveBeenDuring(ask));
  if (current.length === 0) return 'with nothing on record';
  return `with this on record meanwhile: ${current.map(({ version }) => versionText(version)).join(', ')}`;
}

function mayHaveBeenDuring({ begun, ended }: Ask) {
  return ({ from, until }: Period): boolean => from.earliest <= ended && until.latest >= begun;
}

/** Told of a free device, or of one that is away. */
const FREE: readonly (number | undefined)[] = [0, 12];

/**
 * A device that an upgrade held throughout a call is told so: 1 or 11, unless the answer is uncertain or its firmware
 * does not fit. If it is there by a request that was told 4 or nothing, this is what makes asking again safe.
 */
export const liveIsSaid: Rule = (facts) =>
  facts.history.asks.flatMap((ask) =>
    ask.sns.filter((sn) => FREE.includes(codeOf(ask, sn))).flatMap((sn) => ignored(facts, ask, sn)),
  );

function ignored({ periods, askOf }: Facts, ask: Ask, sn: string): Violation[] {
  const holding = byUpgrade(periods.get(sn)).find((upgrade) => isHolding(upgrade, ask))?.[0]?.version;
  if (holding === undefined) return [];
  const owner = askOf.get(holding.requestedBy);
  const rule = owner && isUncertain(owner, sn) ? '4 is 1 when asked again' : 'what is live is said';
  return [{ rule, sn, what: `${askText(ask, sn)}, while ${versionText(holding)} was live throughout` }];
}

/** The periods of each upgrade of a device that follow each other. */
function byUpgrade(periods: readonly Period[] = []): Period[][] {
  const upgrades: Period[][] = [];
  for (const period of periods) {
    const current = upgrades.at(-1);
    if (current?.[0]?.version.upgradeId === period.version.upgradeId) current.push(period);
    else upgrades.push([period]);
  }
  return upgrades;
}

function isHolding(upgrade: readonly Period[], ask: Ask): boolean {
  const first = upgrade[0]?.from.latest ?? Infinity;
  const last = upgrade.at(-1)?.until.earliest ?? 0;
  return (
    first <= ask.begun &&
    last >= ask.ended &&
    upgrade
      .filter(mayHaveBeenDuring(ask))
      .every(({ version, until }) => isLiveAt(version, Math.min(until.latest, ask.ended)))
  );
}

/**
 * Without faults every request is answered, none with a 5xx, and no device is told 4: neither if there never were any,
 * nor when they are over. By design, 4 is also told where somebody else's upgrade came between reading and claiming, and
 * ended before the claim.
 */
export const certainWithoutFaults: Rule = ({ history, periods }) =>
  history.asks
    .filter(({ faultless }) => faultless)
    .flatMap((ask) =>
      ask.sns
        .filter((sn) => isUncertain(ask, sn) || (ask.answer?.status ?? 0) >= 500)
        .filter((sn) => codeOf(ask, sn) !== 4 || !(periods.get(sn) ?? []).some(beganDuring(ask)))
        .map((sn) => ({ rule: 'certain without faults', sn, what: askText(ask, sn) })),
    );

function beganDuring({ user, begun, ended }: Ask) {
  return ({ version, from }: Period): boolean =>
    version.requestedBy !== user && version.state === 'requested' && from.earliest <= ended && from.latest >= begun;
}
