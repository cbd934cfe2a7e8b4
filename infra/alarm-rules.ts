import { Duration } from 'aws-cdk-lib';
import { Stats, TreatMissingData, type IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import {
  clientErrorRatio,
  deniedRequests,
  durationP99,
  ownMetric,
  readUnits,
  refusedShare,
  serverErrorRatio,
  tryAgainShare,
  withoutRun,
} from './metrics.ts';
import { failedShare, unfinishedShare } from './event-metrics.ts';
import type { HttpFunction } from './http-function.ts';
import type { Observed } from './observed.ts';

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
  /** Whether it tells its receivers when it goes off; default true. */
  readonly isTold?: boolean;
  /** The document that has the section on it; docs/operations.md if not given. */
  readonly runbook?: string;
}

/** Rules by the names of their alarms. */
export type AlarmRules = Readonly<Record<string, AlarmRule>>;

const FIVE_MINUTES = { period: Duration.minutes(5) };

/** What a new version of any function can set off. */
export function rulesOfRequests({ api, namespace }: Observed): AlarmRules {
  return {
    ServerErrors: {
      means: 'More than 2 % of requests are answered with a 5xx',
      metric: serverErrorRatio(api),
      threshold: 2,
    },
    TryAgainAnswers: {
      means: 'One device in twenty gets 4 (try again): the database does not take its claim',
      metric: tryAgainShare(namespace, 5),
      // A canary that takes no claim makes it a tenth.
      threshold: 5,
      periods: 3,
    },
  };
}

/** What a new version of this function can set off. Those of other functions do not guard it: CodeDeploy takes ten alarms at most. */
export function rulesOfFunction(one: HttpFunction, namespace: string): AlarmRules {
  const { node, function: lambda, serves } = one;
  const latency: AlarmRule = {
    means: 'One request to a function in a hundred takes it 5 s or longer',
    metric: durationP99(lambda),
    threshold: 5_000,
    periods: 3,
  };
  return {
    [`${node.id}Errors`]: {
      means: 'A function fails or is stopped, and callers get the 500 of the gateway instead of an answer',
      metric: lambda.metricErrors(FIVE_MINUTES),
      threshold: 1,
    },
    [`${node.id}Throttles`]: {
      means: 'Lambda has no room for a request, and callers get a 503 of the gateway',
      metric: lambda.metricThrottles(FIVE_MINUTES),
      threshold: 1,
    },
    [`${node.id}5xx`]: {
      means: 'A function answers one request in twenty with a 500 or 503, however many the others answer',
      metric: refusedShare(one, namespace, 5, FIVE_MINUTES.period),
      // A canary that refuses every request makes it a tenth.
      threshold: 5,
    },
    // The largest roll-outs take seconds to be made.
    ...(serves !== 'rollout' && { [`${node.id}Latency`]: latency }),
  };
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

export function rulesOfRollouts({ namespace, rollouts: { isScheduled } }: Observed): AlarmRules {
  const runbook = 'docs/operations/rollouts.md';
  return {
    RolloutsStopped: {
      means: 'A roll-out has stopped by itself or ended with too many failures, or has stood paused for a week',
      metric: ownMetric(namespace, 'advance-rollouts', 'Stopped', Stats.MAXIMUM),
      threshold: 1,
      // An ended roll-out is told by one run only, whose metric may arrive after those of later runs.
      among: 2,
      runbook,
    },
    RolloutsNotAdvancing: {
      means: isScheduled
        ? 'No run has looked at every roll-out for five minutes: some or all do not go on, and are not stopped by their failures'
        : 'There are no runs over roll-outs since a deploy with -c schedule=off: this alarm is on, and tells nobody',
      metric: withoutRun(namespace),
      threshold: 1,
      periods: 5,
      missing: TreatMissingData.BREACHING,
      isTold: isScheduled,
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
    UpgradesFailing: {
      means: 'A quarter of the upgrades whose end was reported in an hour have failed on their devices',
      metric: failedShare(namespace),
      threshold: 25,
      runbook: 'docs/operations/stop-a-firmware.md',
    },
    UnfinishedUpgrades: {
      means: 'A quarter of the upgrades started in six hours has not been reported as finished',
      metric: unfinishedShare(namespace, events.finished.pipeName),
      threshold: 25,
    },
  };
}

// On a quiet stage requests are far apart, so that no minutes of trouble follow each other.
const FAR_APART = { threshold: 50, periods: 3, among: 60 };

/** What the alarms of the same kind do not see while there are few requests. They do not guard a canary: they stay on for an hour. */
export function rulesOfQuietStages({ api, functions, namespace }: Observed): AlarmRules {
  const refusing = functions.map((one) => [`Quiet${one.node.id}5xx`, refusedShare(one, namespace, 1)] as const);
  return {
    // The gateway's own 5xx, as when it may not invoke a function, are in no function's metrics.
    QuietServerErrors: {
      means: 'In three minutes of an hour, half of the requests are answered with a 5xx',
      metric: serverErrorRatio(api, 1, Duration.minutes(1)),
      ...FAR_APART,
    },
    QuietTryAgainAnswers: {
      means: 'Of the few devices that are to be upgraded, half get 4 (try again)',
      metric: tryAgainShare(namespace, 1),
      ...FAR_APART,
    },
    ...Object.fromEntries(
      refusing.map(([name, metric]) => {
        const means = 'Of the few requests to a function, half are answered with a 500 or 503';
        return [name, { means, metric, ...FAR_APART }];
      }),
    ),
  };
}
