import type { CurrentUpgrade } from '../../../../../functions/domain/upgrade.ts';
import { mayHaveBeen, type Rule, type Violation } from '../facts.ts';
import type { RolloutInvocation } from '../history.ts';
import { Observer } from './observer.ts';
import type { Snapshot, Stored } from './snapshot.ts';

/** R1 to R7, at each moment of the log. */
export const keepsItsRules: Rule = ({ history: { log = [], clockErrorMs = 0 } }) => {
  const observer = new Observer();
  let [rollouts, records]: [Snapshot['rollouts'], Snapshot['records']] = [new Map(), new Map()];
  for (const { stored, versions, answered } of log) {
    if (stored) rollouts = new Map([...rollouts, [stored.rollout.rolloutId, stored]]);
    const written = versions.map((one): [string, CurrentUpgrade] => [one.sn, { ...one, claimToken: undefined }]);
    records = new Map([...records, ...written]);
    observer.observe({ rollouts, records }, answered + clockErrorMs);
  }
  return observer.violations.map(({ rule, rolloutId: sn, what }) => ({ rule, sn, what }));
};

/** R2: who is told 0 or 1 by a pause or cancel knows that it was stopped at some moment since it was asked for. */
export const stopsWhenTold: Rule = ({ history: { rolloutInvocations = [] }, rollouts }) =>
  rolloutInvocations
    .filter(({ operation, answer }) => STOPS.includes(operation) && [0, 1].includes(answer?.result ?? -1))
    .filter(
      (told) => !(rollouts.get(told.rolloutId) ?? []).some((one) => isStopped(one.stored) && mayHaveBeen(one, told)),
    )
    .map((told) => violation('R2', told, 'but went on'));

const STOPS: readonly string[] = ['pause-rollout', 'cancel-rollout'];

function isStopped({ rollout }: Stored): boolean {
  return rollout.state !== 'running';
}

/** R3: the state and the counts of an answer are those on record at some moment during the call. */
export const tellsWhatIsOnRecord: Rule = ({ history: { rolloutInvocations = [] }, rollouts }) =>
  rolloutInvocations
    .filter(({ answer }) => answer?.counts !== undefined)
    .filter(
      (told) => !(rollouts.get(told.rolloutId) ?? []).some((one) => isTold(one.stored, told) && mayHaveBeen(one, told)),
    )
    .map((told) => violation('R3', told, 'which was on record at no moment'));

function isTold({ rollout }: Stored, { answer }: RolloutInvocation): boolean {
  const { version, state, total, counts } = rollout;
  const isSame = version === answer?.version && state === answer.state && total === answer.total;
  return isSame && Object.entries(counts).every(([name, count]) => answer.counts?.[name] === count);
}

/** R8: when runs have gone on without faults and all upgrades have ended, each roll-out has ended, is paused or knows when it goes on. */
export const comesToRest: Rule = ({ rollouts }) =>
  [...rollouts]
    .map(([sn, periods]) => ({ sn, last: periods.at(-1)?.stored }))
    .filter(({ last }) => last?.rollout.state === 'running' && last.rollout.nextWaveAt === undefined)
    .map(({ sn, last }) => ({ rule: 'R8', sn, what: `still running: ${last?.letters.join('') ?? ''}` }));

/** If there are no faults, or none any more, each request about a roll-out is answered, and none by 4 or a 5xx. */
export const certainAboutRollouts: Rule = ({ history: { rolloutInvocations = [] } }) =>
  rolloutInvocations
    .filter(
      ({ faultless, answer }) => faultless && (answer === undefined || answer.status >= 500 || answer.result === 4),
    )
    .map((told) => violation('certain without faults', told, 'without any fault'));

function violation(rule: string, { operation, rolloutId, answer }: RolloutInvocation, what: string): Violation {
  return { rule, sn: rolloutId, what: `${operation} was told ${JSON.stringify(answer ?? 'nothing')}, ${what}` };
}
