import { endsOf, type Rollout } from '../../domain/rollout.ts';
import { recordMetrics } from '../../log/metrics.ts';
import type { Run } from './advance.ts';

const WEEK_MS = 7 * 24 * 60 * 60 * 1_000;

/**
 * Records what a run has seen and done. `Stopped` counts the roll-outs that ask for a person, in each run until one has come;
 * `RunsWell` is 0 for a run that could not look at each.
 */
export function measureRun(namespace: string, { seen, started, leasesExpired }: Run, now: Date): void {
  const stopped = seen.filter((one) => one === 'odd' || (one !== 'unread' && isStopped(one, now)));
  const isWell = !seen.includes('unread');
  recordMetrics(namespace, 'advance-rollouts', {
    Active: [seen.length, 'Count'],
    Stopped: [stopped.length, 'Count'],
    Started: [started, 'Count'],
    RunsWell: [isWell ? 1 : 0, 'Count'],
  });
  // Under the operation whose alarm looks at it: whose claim finds such a device makes no difference.
  if (leasesExpired > 0) recordMetrics(namespace, 'start-upgrade', { LeasesExpired: [leasesExpired, 'Count'] });
}

/** Whether it has stopped by itself, keeps its place for a week, or has just completed with too many failures over all. */
function isStopped(rollout: Rollout, now: Date): boolean {
  const { state, reason, changedAt, createdAt, failedPercent } = rollout;
  if (state === 'paused') {
    const isOfPeople = reason === 'operator' || reason === 'gate';
    return !isOfPeople || now.getTime() - Date.parse(changedAt ?? createdAt) >= WEEK_MS;
  }
  const { ended, bad } = endsOf(rollout);
  return state === 'completed' && bad > 0 && bad * 100 >= failedPercent * ended;
}
