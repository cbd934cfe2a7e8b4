import type { Rule } from '../facts.ts';
import { told } from '../told.ts';

/** No upgrade is claimed twice, not even by the repeat of a write whose reply was lost. */
export const claimedOnce: Rule = ({ claimsOf }) =>
  [...claimsOf.values()].flatMap((claims) =>
    claims
      .filter((claim, index) => claims.findIndex(({ upgradeId }) => upgradeId === claim.upgradeId) < index)
      .map((claim) => ({ rule: 'claimed once', sn: claim.sn, what: `${told(claim)} was claimed again` })),
  );
