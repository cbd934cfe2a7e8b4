import { Duration } from 'aws-cdk-lib';
import { Stats, TreatMissingData, type IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import {
  clientErrorRatio,
  deniedRequests,
  eventsBehind,
  failedInvocations,
  latencyP99,
  ownMetric,
  pipeFailures,
  readUnits,
  serverErrorRatio,
  tryAgainShare,
  unfinishedShare,
  withoutRun,
} from './metrics.ts';
import type { Observed } from './observed.ts';
import type { OperationFunction } from './operation-function.ts';

/** When an alarm goes off. */
export interface AlarmRule {
  /** What it means to callers, in one sentence. */
  readonly means: string;
  readonly metric: IMetric;
  /** The alarm goes off at this value. */
  readonly threshold: number;
  /** Number of breaching periods that set it off; default 1. */
  readonly periods?: number;
  /** Number of periods to look at; by default the same, so consecutive ones. */
  readonly among?: number;
  /** What a period without data is; by default no trouble, since there were no requests. */
  readonly missing?: TreatMissingData;
  /** The document that has the section on it; docs/operations.md if not given. */
  readonly runbook?: string;
}

/** Rules by the names of their alarms. */
export type AlarmRules = Readonly<Record<string, AlarmRule>>;

const FIVE_MINUTES = { period: Duration.minutes(5) };

/** What a new version can set off. */
export function rulesOfRequests({ api, functions, namespace }: Observed): AlarmRules {
  return {
    ServerErrors: {
      means: 'More than 2 % of requests are answered with a 5xx',
      metric: serverErrorRatio(api),
      threshold: 2,
    },
    Latency: {
      means: 'One request in a hundred takes 5 s or longer',
      metric: latencyP99(api),
      threshold: 5_000,
      periods: 3,
    },
    TryAgainAnswers: {
      means: 'One device in twenty gets 4 (try again): the database does not take its claim',
      metric: tryAgainShare(namespace, 5),
      // A canary that takes no claim makes it a tenth.
      threshold: 5,
      periods: 3,
    },
    ...Object.fromEntries(functions.flatMap(rulesOfFunction)),
  };
}

function rulesOfFunction({ node, function: lambda }: OperationFunction): readonly (readonly [string, AlarmRule])[] {
  const errors = {
    means: 'A function fails or is stopped, and callers get the 500 of the gateway instead of an answer',
    metric: lambda.metricErrors(FIVE_MINUTES),
    threshold: 1,
  };
  const throttles = {
    means: 'Lambda has no room for a request, and callers get a 503 of the gateway',
    metric: lambda.metricThrottles(FIVE_MINUTES),
    threshold: 1,
  };
  return [
    [`${node.id}Errors`, errors],
    [`${node.id}Throttles`, throttles],
  ];
}

/** These do not guard a canary: otherwise malicious callers could roll back any version. */
export function rulesOfCallers({ api, namespace, tables }: Observed): AlarmRules {
  return {
    AccessDenied: {
      means: 'One request a second is refused for want of a session or of rights',
      metric: deniedRequests(namespace),
      threshold: 300,
    },
    ClientErrors: {
      means: 'Half of the requests are answered with a 4xx, throttled ones among them',
      metric: clientErrorRatio(api),
      threshold: 50,
      periods: 3,
    },
    ReadUnits: {
      means: 'Tables are read at 10,000 units a second, a quarter of what one table gives by default',
      metric: readUnits(tables),
      threshold: 600_000,
      periods: 3,
    },
  };
}

export function rulesOfEvents({ namespace, events: { deadLetters, requested, pipes } }: Observed): AlarmRules {
  const failures = pipes.map(
    (pipe) => [`${pipe.node.id}PipeFailures`, pipeFailures(pipe, FIVE_MINUTES.period)] as const,
  );
  return {
    DeadLetters: {
      means: 'The event of an upgrade or a roll-out was given up, and its device may not know of it',
      metric: deadLetters.metricApproximateNumberOfMessagesVisible(FIVE_MINUTES),
      threshold: 1,
    },
    EventsBehind: {
      means: 'Upgrades are started, but their events do not leave the table: devices do not hear of them',
      metric: eventsBehind(namespace, requested.pipeName),
      threshold: 1,
      // On a quiet stage starts are far apart. A single period may be an event whose metric comes a minute later.
      periods: 2,
      among: 36,
    },
    ...Object.fromEntries(
      failures.map(([name, metric]) => {
        const means = 'A pipe fails to move events, and gives one up after 100 attempts, or when it is 20 hours old';
        return [name, { means, metric, threshold: 1, periods: 2 }];
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

export function rulesOfRollouts({ namespace }: Observed): AlarmRules {
  const runbook = 'docs/operations/rollouts.md';
  return {
    RolloutsStopped: {
      means: 'A roll-out has stopped by itself or ended with too many failures, or has stood paused for a week',
      metric: ownMetric(namespace, 'advance-rollouts', 'Stopped', Stats.MAXIMUM),
      threshold: 1,
      runbook,
    },
    RolloutsNotAdvancing: {
      means:
        'No run has looked at every roll-out for five minutes: some or all do not go on, and are not stopped by their failures',
      metric: withoutRun(namespace),
      threshold: 1,
      periods: 5,
      missing: TreatMissingData.BREACHING,
      runbook,
    },
  };
}

export function rulesOfDevices({ namespace, events }: Observed): AlarmRules {
  return {
    LeasesExpired: {
      means: 'Devices were asked again whose last upgrade had run out of its lease unfinished',
      metric: ownMetric(namespace, 'start-upgrade', 'LeasesExpired', Stats.SUM, Duration.hours(1)),
      threshold: 10,
    },
    QuietTryAgainAnswers: {
      means: 'Of the few devices that are to be upgraded, half get 4 (try again)',
      metric: tryAgainShare(namespace, 1),
      threshold: 50,
      // On a quiet stage requests are far apart, so that no minutes of trouble follow each other.
      periods: 3,
      among: 60,
    },
    UnfinishedUpgrades: {
      means: 'A quarter of the upgrades started in six hours has not been reported as finished',
      metric: unfinishedShare(namespace, events.finished.pipeName),
      threshold: 25,
    },
  };
}
