import { codeOf, isLiveAt, isUncertain, type Facts, type Rule, type Violation } from './facts.ts';
import type { Ask, Version } from './history.ts';
import { askText, versionText } from './text.ts';

/** No device has two upgrades at once: a claim takes the place of one that has ended or lost its lease. */
export const oneAtATime: Rule = ({ periods }) =>
  [...periods.values()].flatMap((ofDevice) =>
    ofDevice.flatMap(({ version, from }, index) => {
      const before = ofDevice[index - 1]?.version;
      if (before === undefined || before.upgradeId === version.upgradeId || !isLiveAt(before, from.latest)) return [];
      const what = `${versionText(version)} was claimed while ${versionText(before)} was live`;
      return [{ rule: 'one upgrade at a time', sn: version.sn, what }];
    }),
  );

/** No upgrade is claimed twice, not even by the repeat of a write whose reply was lost. */
export const claimedOnce: Rule = ({ claimsOf }) =>
  [...claimsOf.values()].flatMap((claims) =>
    claims
      .filter((claim, index) => claims.findIndex(({ upgradeId }) => upgradeId === claim.upgradeId) < index)
      .map((claim) => ({ rule: 'claimed once', sn: claim.sn, what: `${versionText(claim)} was claimed again` })),
  );

/** Told 0 means exactly one upgrade of its own on record, to the firmware asked for, and before it was told. */
export const zeroHasItsRecord: Rule = (facts) =>
  facts.history.asks.flatMap((ask) =>
    ask.sns.filter((sn) => codeOf(ask, sn) === 0).flatMap((sn) => withoutRecord(facts, ask, sn)),
  );

function withoutRecord({ claimsOf }: Facts, ask: Ask, sn: string): Violation[] {
  const own = (claimsOf.get(ask.user) ?? []).filter((claim) => claim.sn === sn);
  const [claim, ...more] = own;
  if (claim !== undefined && more.length === 0 && claim.sent <= ask.ended) return [];
  const found = own.length === 0 ? 'no record' : own.map(versionText).join(' and ');
  return [{ rule: '0 has its record', sn, what: `${askText(ask, sn)}, but left ${found}` }];
}

/** A request leaves a record only where it was told 0, or 4, or nothing; and only where it asked for it. */
export const noRecordOtherwise: Rule = ({ askOf, claimsOf }) =>
  [...claimsOf.values()].flat().flatMap((claim) => {
    const ask = askOf.get(claim.requestedBy);
    if (ask !== undefined && mayLeave(ask, claim)) return [];
    const what =
      ask === undefined
        ? `no request made ${versionText(claim)}`
        : `${askText(ask, claim.sn)}, yet left ${versionText(claim)}`;
    return [{ rule: 'no record otherwise', sn: claim.sn, what }];
  });

function mayLeave(ask: Ask, { sn, firmwareId }: Version): boolean {
  if (!ask.sns.includes(sn) || ask.firmwareId !== firmwareId) return false;
  return codeOf(ask, sn) === 0 || isUncertain(ask, sn);
}

/** Every upgrade that came on record has exactly one event, and no event is of anything else. */
export const oneEventEach: Rule = ({ history, claimsOf }) => {
  const claims = new Map([...claimsOf.values()].flat().map((claim) => [claim.upgradeId, claim]));
  const events = Map.groupBy(history.events, ({ upgradeId }) => upgradeId);
  const rule = 'one event each';
  const wrong = [...claims.values()]
    .map((claim) => ({ claim, count: events.get(claim.upgradeId)?.length ?? 0 }))
    .filter(({ count }) => count !== 1)
    .map(({ claim, count }) => ({ rule, sn: claim.sn, what: `${versionText(claim)} has ${String(count)} events` }));
  const loose = history.events
    .filter(({ upgradeId }) => !claims.has(upgradeId))
    .map(({ sn, upgradeId }) => ({ rule, sn, what: `an event tells of ${upgradeId}, which never was on record` }));
  return [...wrong, ...loose];
};

/** What is in the table at the end is what the stream told last, so the stream is all that there was. */
export const tableMatchesStream: Rule = ({ history, periods }) => {
  const table = new Map(history.table.map((item) => [item.sn, item]));
  const last = new Map([...periods].map(([sn, ofDevice]) => [sn, ofDevice.at(-1)?.version]));
  const stateOf = (item?: Pick<Version, 'upgradeId' | 'state'>) =>
    item ? `${item.upgradeId} (${item.state})` : 'nothing';
  return [...new Set([...table.keys(), ...last.keys()])]
    .map((sn) => ({ sn, inTable: stateOf(table.get(sn)), inStream: stateOf(last.get(sn)) }))
    .filter(({ inTable, inStream }) => inTable !== inStream)
    .map(({ sn, inTable, inStream }) => ({
      rule: 'table as told',
      sn,
      what: `the table holds ${inTable}, the stream ended with ${inStream}`,
    }));
};
