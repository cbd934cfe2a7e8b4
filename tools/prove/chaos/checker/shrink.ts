import { keyOf } from '../../../../functions/domain/rollout.ts';
import { check } from './check.ts';
import { factsOf, type Violation } from './facts.ts';
import type { History, Invocation, Moment, RequestedEvent, RolloutInvocation } from './history.ts';

/**
 * The smallest part of a history found to show the same violation: its device only, without the upgrades and requests that
 * the violation does not need; or all about its roll-out. Requests that claimed or cancelled what is left stay, for the reader's sake.
 */
export function shrink(history: History, violation: Violation): History {
  if (history.rolloutInvocations?.some(isAbout(violation.sn)) === true) return ofRollout(history, violation.sn);
  const ofDevice = onlyOf(history, violation.sn);
  const upgrades = new Set(ofDevice.versions.map(({ upgradeId }) => upgradeId));
  const fewerUpgrades = [...upgrades].reduce((kept, upgradeId) => {
    const isOther = (one: RequestedEvent): boolean => one.upgradeId !== upgradeId;
    const smaller = { ...kept, versions: kept.versions.filter(isOther), events: kept.events.filter(isOther) };
    return ifStill(violation, kept, smaller);
  }, ofDevice);
  const owners = new Set(factsOf(fewerUpgrades).writesOf.keys());
  return ofDevice.invocations
    .filter(({ user }) => !owners.has(user))
    .reduce(
      (kept, invocation) =>
        ifStill(violation, kept, { ...kept, invocations: kept.invocations.filter((one) => one !== invocation) }),
      fewerUpgrades,
    );
}

/** What breaks a rule of roll-outs may lie far back: all about the roll-out stays. */
function ofRollout({ log = [], rolloutInvocations = [] }: History, rolloutId: string): History {
  const isItsMoment = ({ stored, versions }: Moment): boolean =>
    stored?.rollout.rolloutId === rolloutId || versions.some(({ requestKey }) => requestKey === keyOf(rolloutId));
  return {
    ...{ invocations: [], versions: [], events: [], table: [] },
    log: log.filter(isItsMoment),
    rolloutInvocations: rolloutInvocations.filter(isAbout(rolloutId)),
  };
}

function isAbout(id: string) {
  return ({ rolloutId }: RolloutInvocation): boolean => rolloutId === id;
}

function onlyOf({ invocations, versions, events, table }: History, sn: string): History {
  const isOfDevice = (one: { readonly sn: string }): boolean => one.sn === sn;
  return {
    invocations: invocations
      .filter(({ sns }) => sns.includes(sn))
      .map((invocation): Invocation => ({ ...invocation, sns: [sn] })),
    versions: versions.filter(isOfDevice),
    events: events.filter(isOfDevice),
    table: table.filter(isOfDevice),
  };
}

function ifStill(violation: Violation, history: History, smaller: History): History {
  const isShown = check(smaller).some(({ rule, what }) => rule === violation.rule && what === violation.what);
  return isShown ? smaller : history;
}
