import { codeOf } from '../code-of.ts';
import type { Facts, Rule } from '../facts.ts';
import type { Ask } from '../history.ts';
import { mayHaveBeenLive, type Period } from '../period.ts';
import { told, toldAsk } from '../told.ts';

/** Told 1 means that an upgrade to that firmware was live at some moment of the call. */
export const oneMeansSame: Rule = (facts) =>
  heldBy(facts, '1 means the same upgrade', 1, ({ version }, ask) => version.firmwareId === ask.firmwareId);

/** Told 11 means that an upgrade to another firmware was. */
export const elevenMeansOther: Rule = (facts) =>
  heldBy(facts, '11 means another upgrade', 11, ({ version }, ask) => version.firmwareId !== ask.firmwareId);

function heldBy(
  { history, periods }: Facts,
  rule: string,
  code: number,
  isMeant: (period: Period, ask: Ask) => boolean,
): ReturnType<Rule> {
  const explained = (ask: Ask, sn: string) =>
    periods.get(sn)?.some((period) => isMeant(period, ask) && mayHaveBeenLive(period, ask)) ?? false;
  return history.asks.flatMap((ask) =>
    ask.sns
      .filter((sn) => codeOf(ask, sn) === code && !explained(ask, sn))
      .map((sn) => ({ rule, sn, what: `${toldAsk(ask, sn)}, ${recordDuring(periods.get(sn), ask)}` })),
  );
}

function recordDuring(periods: readonly Period[] = [], { begun, ended }: Ask): string {
  const current = periods.filter(({ from, until }) => from.earliest <= ended && until.latest >= begun);
  if (current.length === 0) return 'with nothing on record';
  return `with this on record meanwhile: ${current.map(({ version }) => told(version)).join(', ')}`;
}
