import { ArnFormat, Aws, Stack } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import {
  rulesOfCallers,
  rulesOfDevices,
  rulesOfFunction,
  rulesOfQuietStages,
  rulesOfRequests,
  rulesOfRollouts,
  type AlarmRule,
  type AlarmRules,
} from './alarm-rules.ts';
import { rulesOfEvents, rulesOfHistory } from './event-alarm-rules.ts';
import type { HttpFunction } from './http-function.ts';
import type { Observed } from './observed.ts';

/** What says nothing of a new version. */
const RULES_THAT_GUARD_NOTHING = [
  rulesOfCallers,
  rulesOfEvents,
  rulesOfHistory,
  rulesOfRollouts,
  rulesOfDevices,
  rulesOfQuietStages,
];

interface AlarmProps {
  readonly observed: Observed;
  /** E-mail addresses. */
  readonly receivers: readonly string[];
}

/**
 * Trouble that somebody should look at before callers report it. Each alarm has a section of the same name in
 * docs/operations.md, or in the runbook that its rule names.
 */
export class Alarms extends Construct {
  readonly topic: Topic;
  /** Each function with the alarms that a new version of it can set off: they roll its canary back. */
  readonly guards: readonly (readonly [HttpFunction, readonly Alarm[]])[];

  constructor(scope: Construct, id: string, { observed, receivers }: AlarmProps) {
    super(scope, id);
    // No key of its own: an alarm says no more than docs/operations.md does, and a broken key could silence it.
    this.topic = new Topic(this, 'Topic', { enforceSSL: true });
    this.topic.addToResourcePolicy(this.#publishing());
    for (const receiver of receivers) this.topic.addSubscription(new EmailSubscription(receiver));

    const { functions, namespace } = observed;
    const ofAll = this.#all(rulesOfRequests(observed));
    this.guards = functions.map((one) => [one, [...ofAll, ...this.#all(rulesOfFunction(one, namespace))]]);
    for (const rulesOf of RULES_THAT_GUARD_NOTHING) this.#all(rulesOf(observed));
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

  /** An alarm for each rule. */
  #all(rules: AlarmRules): readonly Alarm[] {
    return Object.entries(rules).map(([name, rule]) => this.#alarm(name, rule));
  }

  #alarm(id: string, rule: AlarmRule): Alarm {
    const { means, metric, threshold, periods = 1, among = periods, runbook = 'docs/operations.md' } = rule;
    const alarm = new Alarm(this, id, {
      alarmDescription: `${means}. See ${runbook}, "${id}".`,
      actionsEnabled: rule.isTold ?? true,
      metric,
      threshold,
      evaluationPeriods: among,
      datapointsToAlarm: periods,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: rule.missing ?? TreatMissingData.NOT_BREACHING,
    });
    alarm.addAlarmAction(new SnsAction(this.topic));
    return alarm;
  }
}
