import {
  codeOf,
  isLiveAt,
  isUncertain,
  mayHaveBeen,
  type Facts,
  type Period,
  type Rule,
  type Violation,
} from './facts.ts';
import type { Ask } from './history.ts';
import { askText, versionText } from './text.ts';

/** Codes of a free device, or of one that is offline. */
const FREE: readonly (number | undefined)[] = [0, 12];

/**
 * A device that an upgrade held throughout a call is answered with 1 or 11, unless the answer is uncertain or its firmware
 * does not fit. If the upgrade is from a request that was told 4 or nothing, this is what makes asking again safe.
 */
export const liveIsSaid: Rule = (facts) =>
  facts
    .asksOf('start-upgrade', 'dry-run-upgrade')
    .flatMap((ask) => ask.sns.filter((sn) => FREE.includes(codeOf(ask, sn))).flatMap((sn) => ignored(facts, ask, sn)));

function ignored({ periods, askOf }: Facts, ask: Ask, sn: string): Violation[] {
  const holding = byUpgrade(periods.get(sn)).find((upgrade) => isHolding(upgrade, ask))?.[0]?.version;
  if (holding === undefined) return [];
  const owner = askOf.get(holding.requestedBy);
  const rule = owner && isUncertain(owner, sn) ? '4 is 1 when asked again' : 'what is live is said';
  return [{ rule, sn, what: `${askText(ask, sn)}, while ${versionText(holding)} was live throughout` }];
}

/** The periods of a device, grouped by upgrade where they follow each other. */
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
      .filter((period) => mayHaveBeen(period, ask))
      .every(({ version, until }) => isLiveAt(version, Math.min(until.latest, ask.ended)))
  );
}

/**
 * If there are no faults, or none any more, every request is answered, none with a 5xx, and no device is told 4. One
 * exception is by design: cancel-upgrade also tells 4 if the upgrade that it read is replaced by another to the same
 * firmware before it is cancelled.
 */
export const certainWithoutFaults: Rule = ({ history, periods }) =>
  history.asks
    .filter(({ faultless }) => faultless)
    .flatMap((ask) =>
      ask.sns
        .filter((sn) => isUncertain(ask, sn) || (ask.answer?.status ?? 0) >= 500)
        .filter((sn) => codeOf(ask, sn) !== 4 || !(periods.get(sn) ?? []).some(replacedDuring(ask)))
        .map((sn) => ({ rule: 'certain without faults', sn, what: askText(ask, sn) })),
    );

function replacedDuring(cancel: Ask) {
  return (period: Period): boolean =>
    cancel.operation === 'cancel-upgrade' &&
    period.version.state === 'requested' &&
    period.version.firmwareId === cancel.firmwareId &&
    mayHaveBeen(period, cancel) &&
    period.from.latest >= cancel.begun;
}
