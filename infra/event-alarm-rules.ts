import { Duration } from 'aws-cdk-lib';
import type { AlarmRules } from './alarm-rules.ts';
import { eventsBehind, pipeFailures, STARTS, type Cause } from './event-metrics.ts';
import { failedInvocations } from './metrics.ts';
import type { Observed } from './observed.ts';

const FIVE_MINUTES = { period: Duration.minutes(5) };

/**
 * The periods end where the alarm is evaluated, each minute anew, so one of them may end between a start and its event. The
 * event is in the next one then: two such periods in a row are hardly ever those of a pipe that works, however rare its starts are.
 */
const IN_A_ROW = { periods: 2 };

const CHANGES_OF_ROLLOUTS = (['create-rollout', 'pause-rollout', 'resume-rollout', 'cancel-rollout'] as const).map(
  (operation): Cause => [operation, 'Rollouts'],
);

export function rulesOfEvents({
  namespace,
  events: { deadLetters, requested, finished, rolloutChanged, pipes },
}: Observed): AlarmRules {
  const failures = pipes.map(
    (pipe) => [`${pipe.node.id}PipeFailures`, pipeFailures(pipe, FIVE_MINUTES.period)] as const,
  );
  const causes = [
    [requested, STARTS],
    [finished, [['cancel-upgrade', 'Cancelled']]],
    [rolloutChanged, CHANGES_OF_ROLLOUTS],
  ] as const;
  const behind = causes.map(
    ([pipe, of]) => [`${pipe.node.id}PipeBehind`, eventsBehind(namespace, of, pipe, Duration.hours(3))] as const,
  );
  return {
    DeadLetters: {
      means: 'The event of an upgrade or a roll-out was given up, and its device may not know of it',
      metric: deadLetters.metricApproximateNumberOfMessagesVisible(FIVE_MINUTES),
      threshold: 1,
    },
    EventsBehind: {
      means: 'Upgrades are started, but their events do not leave the table: devices do not hear of them',
      metric: eventsBehind(namespace, STARTS, requested, Duration.minutes(10)),
      threshold: 1,
      ...IN_A_ROW,
    },
    ...Object.fromEntries(
      failures.map(([name, metric]) => {
        const means = 'A pipe fails to move events, and gives one up after 100 attempts, or when it is 20 hours old';
        return [name, { means, metric, threshold: 1, periods: 2 }];
      }),
    ),
    ...Object.fromEntries(
      behind.map(([name, metric]) => {
        const means =
          'For three to six hours a pipe has moved nothing of what should have left the table: it may have stopped';
        return [name, { means, metric, threshold: 1, ...IN_A_ROW }];
      }),
    ),
  };
}

export function rulesOfHistory({ history: { deadLetters, recorder } }: Observed): AlarmRules {
  return {
    HistoryDeadLetters: {
      means: 'An event was not written into the history of its device, and nothing tries it again',
      metric: deadLetters.metricApproximateNumberOfMessagesVisible(FIVE_MINUTES),
      threshold: 1,
    },
    HistoryFailures: {
      means: 'Events are not written into the history of devices, and will be given up',
      metric: failedInvocations(recorder),
      threshold: 1,
      periods: 2,
    },
  };
}
