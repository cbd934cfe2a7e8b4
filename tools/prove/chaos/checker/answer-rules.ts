import {
  codeOf,
  isLiveAt,
  isStartedUnderKey,
  isUncertain,
  mayHaveBeen,
  type Facts,
  type Period,
  type Rule,
  type Violation,
} from './facts.ts';
import type { Invocation } from './history.ts';
import { invocationText, versionText } from './text.ts';

/** Codes of a free device, or of one that is offline. */
const FREE: readonly (number | undefined)[] = [0, 12];

/**
 * A device that an upgrade held throughout a call, or that had one of the request's own key on record, is answered with 1 or 11,
 * unless the answer is uncertain or its firmware does not fit. If the upgrade is from a request that was told 4 or nothing,
 * this is what makes asking again safe.
 */
export const liveIsSaid: Rule = (facts) =>
  facts
    .invocationsOf('start-upgrade', 'dry-run-upgrade')
    .flatMap((invocation) =>
      invocation.sns
        .filter((sn) => FREE.includes(codeOf(invocation, sn)))
        .flatMap((sn) => ignored(facts, invocation, sn)),
    );

function ignored({ periods, invocationOf }: Facts, invocation: Invocation, sn: string): Violation[] {
  const holding = byUpgrade(periods.get(sn)).find((upgrade) => isHolding(upgrade, invocation))?.[0]?.version;
  if (holding === undefined) return [];
  const owner = invocationOf.get(holding.requestedBy);
  const rule = owner && isUncertain(owner, sn) ? '4 is 1 when asked again' : 'what is live is said';
  const what = `${invocationText(invocation, sn)}, while ${versionText(holding)} was live or of its key throughout`;
  return [{ rule, sn, what }];
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

function isHolding(upgrade: readonly Period[], invocation: Invocation): boolean {
  const first = upgrade[0]?.from.latest ?? Infinity;
  const last = upgrade.at(-1)?.until.earliest ?? 0;
  return (
    first <= invocation.begun &&
    last >= invocation.ended &&
    upgrade
      .filter((period) => mayHaveBeen(period, invocation))
      .every(
        (period) =>
          isStartedUnderKey(period, invocation) || isLiveAt(period, Math.min(period.until.latest, invocation.ended)),
      )
  );
}

/**
 * If there are no faults, or none any more, every request is answered, none with a 5xx, and no device is told 4. One
 * exception is by design: cancel-upgrade also tells 4 if the upgrade that it read is replaced by another to the same
 * firmware before it is cancelled.
 */
export const certainWithoutFaults: Rule = ({ history, periods }) =>
  history.invocations
    .filter(({ faultless }) => faultless)
    .flatMap((invocation) =>
      invocation.sns
        .filter((sn) => isUncertain(invocation, sn) || (invocation.answer?.status ?? 0) >= 500)
        .filter((sn) => codeOf(invocation, sn) !== 4 || !(periods.get(sn) ?? []).some(replacedDuring(invocation)))
        .map((sn) => ({ rule: 'certain without faults', sn, what: invocationText(invocation, sn) })),
    );

function replacedDuring(cancel: Invocation) {
  return (period: Period): boolean =>
    cancel.operation === 'cancel-upgrade' &&
    period.version.state === 'requested' &&
    period.version.firmwareId === cancel.firmwareId &&
    mayHaveBeen(period, cancel) &&
    period.from.latest >= cancel.begun;
}
