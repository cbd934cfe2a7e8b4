import { rolloutIdIn } from '../../../../functions/domain/rollout.ts';
import {
  claimsIn,
  codeOf,
  isLiveAt,
  isStartedUnderKey,
  isUncertain,
  type Facts,
  type Period,
  type Rule,
  type Violation,
  type Write,
} from './facts.ts';
import type { Invocation, Version } from './history.ts';
import type { Stored } from './rollouts/snapshot.ts';
import { invocationText, versionText } from './text.ts';

/** No device has two upgrades at once: a claim only replaces one that has ended or lost its lease. */
export const oneAtATime: Rule = (facts) =>
  replacements(facts).flatMap(([before, { version, from }]) => {
    if (!isLiveAt(before, from.latest)) return [];
    const what = `${versionText(version)} was claimed while ${versionText(before.version)} was live`;
    return [{ rule: 'one upgrade at a time', sn: version.sn, what }];
  });

/** Under a key, a firmware is started once: no claim takes the place of an upgrade of its own key, whatever became of that. */
export const onceUnderKey: Rule = (facts) =>
  replacements(facts).flatMap(([{ version: before }, { version }]) => {
    const { requestKey, firmwareId } = version;
    if (requestKey === '-' || before.requestKey !== requestKey || before.firmwareId !== firmwareId) return [];
    const what = `${versionText(version)} was claimed over ${versionText(before)}, under the same key`;
    return [{ rule: 'once under a key', sn: version.sn, what }];
  });

/** The ids of a device sort in the order of its claims, whatever clocks do: receivers ignore what is older than what they know. */
export const idsInOrder: Rule = (facts) =>
  replacements(facts).flatMap(([{ version: before }, { version }]) => {
    if (version.upgradeId > before.upgradeId) return [];
    const what = `${versionText(version)} was claimed after ${versionText(before)}, and has an id that is older`;
    return [{ rule: 'ids in the order of claims', sn: version.sn, what }];
  });

/** Each period of an upgrade that took the place of another, with the last one of that. */
function replacements({ periods }: Facts): [Period, Period][] {
  const pairs = [...periods.values()].flatMap((ofDevice) =>
    ofDevice.slice(1).map((period, index): [Period, Period] => [ofDevice[index] ?? period, period]),
  );
  return pairs.filter(([before, { version }]) => before.version.upgradeId !== version.upgradeId);
}

/** No upgrade is claimed twice, not even by retrying a write whose reply was lost. */
export const claimedOnce: Rule = (facts) =>
  [...Map.groupBy(claimsIn(facts), ({ upgradeId }) => upgradeId).values()].flatMap(([, ...again]) =>
    again.map((claim) => ({ rule: 'claimed once', sn: claim.sn, what: `${versionText(claim)} was claimed again` })),
  );

/** No device has a cancelled upgrade, not even before it was cancelled: nobody ever reports on it. */
export const cancelledNeverBegins: Rule = ({ history }) =>
  [...Map.groupBy(history.versions, ({ upgradeId }) => upgradeId).values()].flatMap((versions) => {
    const cancelled = versions.find(({ state }) => state === 'cancelled');
    const begun = versions.find(({ state }) => state !== 'requested' && state !== 'cancelled');
    if (cancelled === undefined || begun === undefined) return [];
    const what = `${versionText(cancelled)} began: ${versionText(begun)}`;
    return [{ rule: 'what is cancelled never begins', sn: cancelled.sn, what }];
  });

/**
 * If start-upgrade or cancel-upgrade tells a device 0, the request has recorded or cancelled exactly one upgrade of that
 * device, and did so before it was answered.
 */
export const zeroHasItsRecord: Rule = (facts) =>
  facts
    .invocationsOf('start-upgrade', 'cancel-upgrade')
    .flatMap((invocation) =>
      invocation.sns.filter((sn) => codeOf(invocation, sn) === 0).flatMap((sn) => withoutRecord(facts, invocation, sn)),
    );

function withoutRecord({ writesOf }: Facts, invocation: Invocation, sn: string): Violation[] {
  const own = (writesOf.get(invocation.user) ?? [])
    .map(({ version }) => version)
    .filter((version) => version.sn === sn);
  const [written, ...more] = own;
  if (written !== undefined && more.length === 0 && written.sent <= invocation.ended) return [];
  const found = own.length === 0 ? 'no record' : own.map(versionText).join(' and ');
  return [{ rule: '0 has its record', sn, what: `${invocationText(invocation, sn)}, but left ${found}` }];
}

/**
 * A request leaves a record only if it was told 0, 4 or nothing, and only for the firmware that it asked for. Only
 * start-upgrade starts and only cancel-upgrade cancels, so a status or a dry run leaves none. One exception is by design: told 1
 * after a lost reply, it may have left one that is over, if there is a later one of its key. Under the key of a roll-out, there are
 * records of its members alone, for its firmware and in the name of who made it.
 */
export const noRecordOtherwise: Rule = ({ invocationOf, writesOf, periods, rollouts }) =>
  [...writesOf.values()].flat().flatMap((write) => {
    const { user, version } = write;
    const rolloutId = rolloutIdIn(version.requestKey) ?? '';
    if (user === version.requestedBy && isOfRollout(rollouts.get(rolloutId)?.[0]?.stored, version)) return [];
    const invocation = invocationOf.get(user);
    const later = (periods.get(version.sn) ?? []).filter((period) => period.version.upgradeId > version.upgradeId);
    if (invocation !== undefined && mayLeave(invocation, write, later)) return [];
    const what =
      invocation === undefined
        ? `no request made ${versionText(version)}`
        : `${invocationText(invocation, version.sn)}, yet left ${versionText(version)}`;
    return [{ rule: 'no record otherwise', sn: version.sn, what }];
  });

function isOfRollout(stored: Stored | undefined, { sn, requestedBy, firmwareId }: Version): boolean {
  const { rollout, sns = [] } = stored ?? {};
  return rollout?.createdBy === requestedBy && rollout.firmwareId === firmwareId && sns.includes(sn);
}

function mayLeave(
  invocation: Invocation,
  { operation, version: { sn, firmwareId } }: Write,
  later: readonly Period[],
): boolean {
  if (invocation.operation !== operation || !invocation.sns.includes(sn) || invocation.firmwareId !== firmwareId)
    return false;
  const isOverUnderKey = codeOf(invocation, sn) === 1 && later.some((period) => isStartedUnderKey(period, invocation));
  return codeOf(invocation, sn) === 0 || isUncertain(invocation, sn) || isOverUnderKey;
}

/** Every recorded upgrade has exactly one event, and there are no other events. */
export const oneEventEach: Rule = (facts) => {
  const { history } = facts;
  const claims = new Map(claimsIn(facts).map((claim) => [claim.upgradeId, claim]));
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

/** The table at the end matches the last versions of the stream, so the stream is complete. */
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
