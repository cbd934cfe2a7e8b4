import type { Rule } from '../facts.ts';
import { told } from '../told.ts';

/** Every upgrade that came on record has exactly one event, and no event is of anything else. */
export const oneEventEach: Rule = ({ history, claimsOf }) => {
  const claims = new Map([...claimsOf.values()].flat().map((claim) => [claim.upgradeId, claim]));
  const events = Map.groupBy(history.events, ({ upgradeId }) => upgradeId);
  const rule = 'one event each';
  const wrong = [...claims.values()]
    .map((claim) => ({ claim, count: events.get(claim.upgradeId)?.length ?? 0 }))
    .filter(({ count }) => count !== 1)
    .map(({ claim, count }) => ({ rule, sn: claim.sn, what: `${told(claim)} has ${String(count)} events` }));
  const loose = history.events
    .filter(({ upgradeId }) => !claims.has(upgradeId))
    .map(({ sn, upgradeId }) => ({ rule, sn, what: `an event tells of ${upgradeId}, which never was on record` }));
  return [...wrong, ...loose];
};
