import { codeOf, isUncertain } from '../code-of.ts';
import type { Facts, Rule, Violation } from '../facts.ts';
import type { Ask, Version } from '../history.ts';
import { told, toldAsk } from '../told.ts';

/** Told 0 means exactly one upgrade of its own on record, to the firmware asked for, and before it was told. */
export const zeroHasItsRecord: Rule = (facts) =>
  facts.history.asks.flatMap((ask) =>
    ask.sns.filter((sn) => codeOf(ask, sn) === 0).flatMap((sn) => withoutRecord(facts, ask, sn)),
  );

/** A request leaves a record only where it was told 0, or 4, or nothing; and only where it asked for it. */
export const noRecordOtherwise: Rule = ({ history, askOf, claimsOf }) => {
  const asked = history.asks.flatMap((ask) =>
    (claimsOf.get(ask.user) ?? [])
      .filter((claim) => !mayLeave(ask, claim))
      .map((claim) => violation('no record otherwise', ask, claim.sn, `yet left ${told(claim)}`)),
  );
  const strays = [...claimsOf.values()].flat().filter(({ requestedBy }) => !askOf.has(requestedBy));
  const byNobody = (claim: Version) => ({
    rule: 'no record otherwise',
    sn: claim.sn,
    what: `no request made ${told(claim)}`,
  });
  return [...asked, ...strays.map(byNobody)];
};

function withoutRecord({ claimsOf }: Facts, ask: Ask, sn: string): Violation[] {
  const own = (claimsOf.get(ask.user) ?? []).filter((claim) => claim.sn === sn);
  const [claim, ...more] = own;
  if (claim !== undefined && more.length === 0 && claim.sent <= ask.ended) return [];
  const found = own.length === 0 ? 'but left no record' : `but left ${own.map(told).join(' and ')}`;
  return [violation('0 has its record', ask, sn, found)];
}

function mayLeave(ask: Ask, { sn, firmwareId }: Version): boolean {
  if (!ask.sns.includes(sn) || ask.firmwareId !== firmwareId) return false;
  return codeOf(ask, sn) === 0 || isUncertain(ask, sn);
}

function violation(rule: string, ask: Ask, sn: string, found: string): Violation {
  return { rule, sn, what: `${toldAsk(ask, sn)}, ${found}` };
}
