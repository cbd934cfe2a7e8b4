import { ArnFormat, Aws, Duration, Stack } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, Stats, TreatMissingData, type IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import {
  clientErrorRatio,
  deniedRequests,
  eventsBehind,
  latencyP99,
  ownMetric,
  pipeFailures,
  readUnits,
  serverErrorRatio,
  tryAgainShare,
  unfinishedShare,
} from './metrics.ts';
import type { Observed } from './observed.ts';

interface AlarmProps {
  readonly observed: Observed;
  /** E-mail addresses. */
  readonly receivers: readonly string[];
}

interface Rule {
  /** What it means to callers, in one sentence. */
  readonly means: string;
  readonly metric: IMetric;
  /** The alarm goes off at this value. */
  readonly threshold: number;
  /** Number of breaching periods that set it off; default 1. */
  readonly periods?: number;
  /** Number of periods to look at; by default the same, so consecutive ones. */
  readonly among?: number;
}

const FIVE_MINUTES = { period: Duration.minutes(5) };

/**
 * Trouble that somebody should look at before callers report it. Each alarm has a section of the same name in
 * docs/operations.md.
 */
export class Alarms extends Construct {
  readonly topic: Topic;
  /** The alarms that a new version can set off: they roll a canary back. */
  readonly rollbackAlarms: readonly Alarm[];

  constructor(scope: Construct, id: string, { observed, receivers }: AlarmProps) {
    super(scope, id);
    // No key of its own: an alarm says no more than docs/operations.md does, and a broken key could silence it.
    this.topic = new Topic(this, 'Topic', { enforceSSL: true });
    this.topic.addToResourcePolicy(this.#publishing());
    for (const receiver of receivers) this.topic.addSubscription(new EmailSubscription(receiver));

    this.rollbackAlarms = this.#ofRequests(observed);
    this.#ofCallers(observed);
    this.#ofEvents(observed);
    this.#ofDevices(observed);
  }

  /** A topic with a policy of its own loses the default one, which lets the alarms of its account publish. */
  #publishing(): PolicyStatement {
    const alarms = {
      service: 'cloudwatch',
      resource: 'alarm',
      resourceName: '*',
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    };
    return new PolicyStatement({
      principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
      actions: ['sns:Publish'],
      resources: [this.topic.topicArn],
      conditions: {
        StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID },
        ArnLike: { 'aws:SourceArn': Stack.of(this).formatArn(alarms) },
      },
    });
  }

  #ofRequests({ api, functions, namespace }: Observed): readonly Alarm[] {
    return [
      this.#alarm('ServerErrors', {
        means: 'More than 2 % of requests are answered with a 5xx',
        metric: serverErrorRatio(api),
        threshold: 2,
      }),
      this.#alarm('Latency', {
        means: 'One request in a hundred takes 5 s or longer',
        metric: latencyP99(api),
        threshold: 5_000,
        periods: 3,
      }),
      this.#alarm('TryAgainAnswers', {
        means: 'One device in twenty is told to try again: the database does not take its claim',
        metric: tryAgainShare(namespace, 5),
        // A canary that takes no claim makes it a tenth.
        threshold: 5,
        periods: 3,
      }),
      ...functions.map((operation) =>
        this.#alarm(`${operation.node.id}Errors`, {
          means: 'A function fails or is stopped, and callers get the 500 of the gateway instead of an answer',
          metric: operation.function.metricErrors(FIVE_MINUTES),
          threshold: 1,
        }),
      ),
      ...functions.map((operation) =>
        this.#alarm(`${operation.node.id}Throttles`, {
          means: 'Lambda has no room for a request, and callers get a 503 of the gateway',
          metric: operation.function.metricThrottles(FIVE_MINUTES),
          threshold: 1,
        }),
      ),
    ];
  }

  /** These do not guard a canary: otherwise malicious callers could roll back any version. */
  #ofCallers({ api, namespace, tables }: Observed): void {
    this.#alarm('AccessDenied', {
      means: 'One request a second is refused for want of a session or of rights',
      metric: deniedRequests(namespace),
      threshold: 300,
    });
    this.#alarm('ClientErrors', {
      means: 'Half of the requests are answered with a 4xx, throttled ones among them',
      metric: clientErrorRatio(api),
      threshold: 50,
      periods: 3,
    });
    this.#alarm('ReadUnits', {
      means: 'Tables are read at 10,000 units a second, a quarter of what one table gives by default',
      metric: readUnits(tables),
      threshold: 600_000,
      periods: 3,
    });
  }

  #ofEvents({ namespace, events: { deadLetters, requested, finished } }: Observed): void {
    this.#alarm('DeadLetters', {
      means: 'The event of an upgrade was given up, and its device may not know of it',
      metric: deadLetters.metricApproximateNumberOfMessagesVisible(FIVE_MINUTES),
      threshold: 1,
    });
    this.#alarm('EventsBehind', {
      means: 'Upgrades are started, but their events do not leave the table: devices do not hear of them',
      metric: eventsBehind(namespace, requested.pipeName),
      threshold: 1,
      // On a quiet stage starts are far apart. A single period may be an event whose metric comes a minute later.
      periods: 2,
      among: 36,
    });
    for (const pipe of [requested, finished]) {
      this.#alarm(`${pipe.node.id}PipeFailures`, {
        means: 'A pipe fails to move events, and tries again until they are 20 hours old',
        metric: pipeFailures(pipe, Duration.minutes(5)),
        threshold: 1,
        periods: 2,
      });
    }
  }

  #ofDevices({ namespace, events }: Observed): void {
    this.#alarm('LeasesExpired', {
      means: 'Devices were asked again whose last upgrade had run out of its lease unfinished',
      metric: ownMetric(namespace, 'start-upgrade', 'LeasesExpired', Stats.SUM, Duration.hours(1)),
      threshold: 10,
    });
    this.#alarm('QuietTryAgainAnswers', {
      means: 'Of the few devices that are to be upgraded, half are told to try again',
      metric: tryAgainShare(namespace, 1),
      threshold: 50,
      // On a quiet stage requests are far apart, so that no minutes of trouble follow each other.
      periods: 3,
      among: 60,
    });
    this.#alarm('UnfinishedUpgrades', {
      means: 'A quarter of the upgrades started in six hours has not been reported as finished',
      metric: unfinishedShare(namespace, events.finished.pipeName),
      threshold: 25,
    });
  }

  #alarm(id: string, { means, metric, threshold, periods = 1, among = periods }: Rule): Alarm {
    const alarm = new Alarm(this, id, {
      alarmDescription: `${means}. See docs/operations.md, "${id}".`,
      metric,
      threshold,
      evaluationPeriods: among,
      datapointsToAlarm: periods,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      // No requests means no trouble.
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
    alarm.addAlarmAction(new SnsAction(this.topic));
    return alarm;
  }
}
