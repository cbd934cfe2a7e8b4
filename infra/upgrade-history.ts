import { Duration } from 'aws-cdk-lib';
import { Rule, type EventBus } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { Construct } from 'constructs';
import { Environment } from '../functions/config/environment.ts';
import { EVENT_SOURCE, UPGRADE_EVENTS } from '../functions/domain/upgrade-events.ts';
import { DeadLetters } from './dead-letters.ts';
import { OperationFunction } from './operation-function.ts';
import type { StageSettings } from './stages.ts';
import type { Tables } from './tables.ts';

interface UpgradeHistoryProps {
  readonly bus: EventBus;
  readonly tables: Tables;
  readonly settings: StageSettings;
  readonly metricsNamespace: string;
}

/**
 * From events to the past of devices: a rule of the bus → a function → the table. It hears of upgrades as every other
 * receiver does, so nothing on the way of a claim waits for it, or fails with it.
 */
export class UpgradeHistory extends Construct {
  readonly recorder: OperationFunction;
  /** Events that did not reach the function, or that the table did not take. */
  readonly deadLetters: DeadLetters;
  /** Outputs: its parts, and the rule by which a replay of the archive reaches the history alone. */
  readonly names: Readonly<Record<string, string>>;

  constructor(scope: Construct, id: string, { bus, tables, settings, metricsNamespace }: UpgradeHistoryProps) {
    super(scope, id);
    this.deadLetters = new DeadLetters(this, 'DeadLetters', 'a rule and a function', settings);
    this.recorder = new OperationFunction(this, 'Recorder', {
      folder: 'upgrade-history',
      description: 'Writes what events tell of upgrades into the past of their devices',
      settings,
      metricsNamespace,
      environment: {},
      deadLetterQueue: this.deadLetters,
    });
    this.recorder.uses(tables.upgradeHistory, Environment.upgradeHistoryTable, 'dynamodb:UpdateItem');
    const rule = new Rule(this, 'Rule', {
      description: 'Events of upgrades, for the past of their devices',
      eventBus: bus,
      eventPattern: { source: [EVENT_SOURCE], detailType: Object.values(UPGRADE_EVENTS) },
      targets: [
        new LambdaFunction(this.recorder.target, {
          deadLetterQueue: this.deadLetters,
          // The most that there is of both.
          retryAttempts: 185,
          maxEventAge: Duration.hours(24),
        }),
      ],
    });
    this.names = {
      HistoryRuleArn: rule.ruleArn,
      HistoryFunctionName: this.recorder.function.functionName,
      HistoryLogGroupName: this.recorder.logGroup.logGroupName,
      HistoryDeadLetterQueueUrl: this.deadLetters.queueUrl,
    };
  }
}
