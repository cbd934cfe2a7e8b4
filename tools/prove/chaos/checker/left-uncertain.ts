import { codeOf, isUncertain } from './code-of.ts';
import { factsOf } from './facts.ts';
import type { History } from './history.ts';
import { mayHaveBeenLive } from './period.ts';

/** Upgrades that are on record by requests that were told 4 for them, or nothing. */
export interface LeftUncertain {
  readonly count: number;
  /** Of these, how many were then asked for again and answered 1. */
  readonly answeredOne: number;
}

/** How often the way out of an uncertain answer was really gone. */
export function leftUncertain(history: History): LeftUncertain {
  const { askOf, claimsOf, periods } = factsOf(history);
  const left = [...claimsOf.values()].flat().filter(({ requestedBy, sn }) => {
    const owner = askOf.get(requestedBy);
    return owner !== undefined && isUncertain(owner, sn);
  });
  const again = left.filter(({ sn, upgradeId, firmwareId, requestedBy }) => {
    const own = periods.get(sn)?.filter(({ version }) => version.upgradeId === upgradeId) ?? [];
    return history.asks.some(
      (ask) =>
        ask.user !== requestedBy &&
        ask.firmwareId === firmwareId &&
        codeOf(ask, sn) === 1 &&
        own.some((period) => mayHaveBeenLive(period, ask)),
    );
  });
  return { count: left.length, answeredOne: again.length };
}
