import { Duration } from 'aws-cdk-lib';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import { EventBus } from 'aws-cdk-lib/aws-events';
import { AnyPrincipal, Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { EVENT_SOURCE } from '../functions/domain/upgrade-events.ts';
import { DeadLetters } from './dead-letters.ts';
import { EventPipe } from './event-pipe.ts';
import { EventRepairRole } from './event-repair-role.ts';
import { deliveredLogs, uniqueName } from './names.ts';
import { removalPolicyOf } from './retention.ts';
import type { StageSettings } from './stages.ts';
import { UPGRADE_FINISHED, UPGRADE_REQUESTED } from './upgrade-transitions.ts';

/**
 * From record to device: the stream of the Upgrades table → two pipes → the stage's own event bus, with an archive as
 * the audit trail. There is no code of ours in between that could lose a started upgrade.
 */
export class UpgradeEvents extends Construct {
  readonly bus: EventBus;
  /** Names the records that a pipe gave up on. */
  readonly deadLetters: Queue;
  /** Errors of the pipes. */
  readonly logs: LogGroup;
  readonly requested: EventPipe;
  readonly finished: EventPipe;
  /** ARN of the role that may put events besides the pipes. */
  readonly repairRoleArn: string;

  constructor(scope: Construct, id: string, upgrades: Table, settings: StageSettings) {
    super(scope, id);
    const removalPolicy = removalPolicyOf(settings);
    // CloudFormation generates no name for a bus, and CDK generates the same one for all stages.
    this.bus = new EventBus(this, 'Bus', { eventBusName: uniqueName() });
    this.bus.applyRemovalPolicy(removalPolicy);
    const archive = this.bus.archive('Archive', {
      description: 'All events of upgrades: the audit trail',
      eventPattern: { source: [EVENT_SOURCE] },
      retention: Duration.days(settings.eventArchiveDays),
    });
    archive.applyRemovalPolicy(removalPolicy);
    this.deadLetters = new DeadLetters(this, 'DeadLetters', 'two pipes', settings);

    const { tableStreamArn: streamArn } = upgrades;
    if (streamArn === undefined) throw new Error('The Upgrades table has no stream');
    this.logs = new LogGroup(this, 'Logs', deliveredLogs('pipes', settings));
    const shared = { streamArn, bus: this.bus, deadLetters: this.deadLetters, logs: this.logs };
    // Two pipes, as each has one fixed detail type; not three, as a stream supports only two readers per shard.
    this.requested = new EventPipe(this, 'Requested', { ...shared, transition: UPGRADE_REQUESTED });
    this.finished = new EventPipe(this, 'Finished', { ...shared, transition: UPGRADE_FINISHED });
    this.repairRoleArn = new EventRepairRole(this, 'Repair', shared).arn;
    this.bus.addToResourcePolicy(
      this.#refusingAllBut(this.requested.roleArn, this.finished.roleArn, this.repairRoleArn),
    );
  }

  /** Receivers act on behalf of the user named in an event: rights on the bus alone must not be enough to send one. */
  #refusingAllBut(...roleArns: readonly string[]): PolicyStatement {
    return new PolicyStatement({
      sid: 'PipesAndRepairAlone',
      effect: Effect.DENY,
      principals: [new AnyPrincipal()],
      actions: ['events:PutEvents'],
      resources: [this.bus.eventBusArn],
      conditions: {
        ArnNotEquals: { 'aws:PrincipalArn': roleArns },
        // A replay comes from the service itself, which has no principal ARN.
        Null: { 'aws:PrincipalArn': 'false' },
      },
    });
  }
}
