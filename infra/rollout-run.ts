import { Duration, Validations } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { Construct } from 'constructs';
import { RUN_TIMEOUT_MS } from '../functions/config/deadline.ts';
import { Environment } from '../functions/config/environment.ts';
import { PHASE_INDEX } from '../functions/store/keys.ts';
import { CLAIMING, OperationFunction } from './operation-function.ts';
import type { StageSettings } from './stages.ts';
import type { Tables } from './tables.ts';

interface RolloutRunProps {
  readonly tables: Tables;
  readonly settings: StageSettings;
  readonly metricsNamespace: string;
}

const MINUTE = Duration.minutes(1);

/** What keeps roll-outs going: a schedule → a function, once a minute. No session and no route leads to it. */
export class RolloutRun extends Construct {
  readonly advance: OperationFunction;
  /** Whether the schedule is on. */
  readonly isScheduled: boolean;
  /** Outputs: its parts. */
  readonly names: Readonly<Record<string, string>>;

  constructor(scope: Construct, id: string, { tables, settings, metricsNamespace }: RolloutRunProps) {
    super(scope, id);
    this.isScheduled = settings.schedule;
    this.advance = new OperationFunction(this, 'Advance', {
      folder: 'rollout/advance',
      description: 'Looks at all active roll-outs once a minute, and starts what they are ready for',
      settings,
      metricsNamespace,
      timeoutMs: RUN_TIMEOUT_MS,
      environment: { [Environment.leaseSeconds]: String(settings.leaseSeconds) },
    });
    this.advance.uses(tables.firmwares, Environment.firmwaresTable, 'dynamodb:GetItem');
    this.advance.uses(tables.devices, Environment.devicesTable, 'dynamodb:BatchGetItem');
    this.advance.uses(tables.upgrades, Environment.upgradesTable, ...CLAIMING);
    this.advance.uses(
      tables.rollouts,
      Environment.rolloutsTable,
      'dynamodb:GetItem',
      'dynamodb:BatchGetItem',
      'dynamodb:PartiQLUpdate',
    );
    this.advance.queries(tables.rollouts, PHASE_INDEX.name);
    // A late run would meet the next one, which does all that is left to do.
    const once = { retryAttempts: 0, maxEventAge: MINUTE };
    this.advance.alias.configureAsyncInvoke(once);
    const schedule = new Rule(this, 'Schedule', {
      description: 'A run over the roll-outs every minute',
      schedule: Schedule.rate(MINUTE),
      enabled: settings.schedule,
      targets: [new LambdaFunction(this.advance.target, once)],
    });
    const reason = 'Each run does what is left to do. One that failed says nothing that the next does not find out.';
    for (const [part, id] of [
      [this.advance.function, 'Serverless-LambdaDLQ'],
      [this.advance.alias, 'Serverless-LambdaAsyncFailureDestination'],
      [schedule, 'Serverless-EventBusDLQ'],
    ] as const) {
      Validations.of(part).acknowledge({ id, reason });
    }
    this.names = {
      AdvanceFunctionName: this.advance.function.functionName,
      AdvanceLogGroupName: this.advance.logGroup.logGroupName,
    };
  }
}
