import { STANDINGS } from '../../../functions/domain/members.ts';
import type { Invocation, RolloutInvocation, Version } from './checker/history.ts';
import type { ChaosRun } from './drive/run-chaos.ts';

/** A summary of a run, as lines. */
export function summary({ history, faults }: ChaosRun): string[] {
  const { invocations, events, versions, rolloutInvocations = [], log = [] } = history;
  const rollouts = [
    ...new Map(log.flatMap(({ stored }) => (stored ? [[stored.rollout.rolloutId, stored]] : []))).values(),
  ];
  return [
    `${String(invocations.length)} requests in ${duration(invocations)}, ${counted(invocations.map(statusOf))}`,
    ...[...Map.groupBy(invocations, ({ operation }) => operation)].map(
      ([operation, same]) => `${operation}: devices were told ${counted(same.flatMap(codesOf))}`,
    ),
    `${String(rolloutInvocations.length)} requests about roll-outs, ${counted(rolloutInvocations.map(statusOf))}`,
    `${String(rollouts.length)} roll-outs, ${counted(rollouts.map(({ rollout }) => rollout.reason ?? rollout.state))}`,
    `their members: ${counted(rollouts.flatMap(({ letters }) => letters.map((letter) => STANDINGS[letter].state)))}`,
    `${String(events.length)} upgrades on record, ${String(leasesExpired(versions))} of them claimed over an expired lease`,
    `faults: ${[...faults].map(([name, times]) => `${name} ${String(times)}`).join(', ') || 'none'}`,
  ];
}

function duration(invocations: readonly Invocation[]): string {
  const begun = invocations.reduce((earliest, invocation) => Math.min(earliest, invocation.begun), Infinity);
  const ended = invocations.reduce((latest, invocation) => Math.max(latest, invocation.ended), 0);
  return `${((ended - begun) / 1_000).toFixed(1)} s`;
}

function statusOf({ answer }: Pick<Invocation | RolloutInvocation, 'answer'>): string {
  return answer === undefined ? 'no answer' : `HTTP ${String(answer.status)}`;
}

function codesOf({ answer }: Invocation): string[] {
  return answer?.status === 200 ? Object.values(answer.codes).map(String) : [];
}

function counted(names: readonly string[]): string {
  return [...Map.groupBy(names, (name) => name)]
    .sort(([, some], [, others]) => others.length - some.length)
    .map(([name, same]) => `${name}: ${String(same.length)}`)
    .join(', ');
}

function leasesExpired(versions: readonly Version[]): number {
  const last = new Map<string, string>();
  return versions.filter(({ sn, state }) => {
    const before = last.get(sn);
    last.set(sn, state);
    return state === 'requested' && before === 'running';
  }).length;
}
