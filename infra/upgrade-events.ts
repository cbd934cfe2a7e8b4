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
import { ROLLOUT_CHANGED } from './rollout-transitions.ts';
import type { StageSettings } from './stages.ts';
import type { Tables } from './tables.ts';
import { UPGRADE_FINISHED, UPGRADE_REQUESTED } from './upgrade-transitions.ts';

/**
 * From record to device: the stream of the Upgrades table → two pipes → the stage's own event bus, with an archive as
 * the audit trail. There is no code of ours in between that could lose a started upgrade. Another pipe tells of roll-outs.
 */
export class UpgradeEvents extends Construct {
  readonly bus: EventBus;
  /** Names the records that a pipe gave up on. */
  readonly deadLetters: Queue;
  /** Errors of the pipes. */
  readonly logs: LogGroup;
  readonly requested: EventPipe;
  readonly finished: EventPipe;
  readonly rolloutChanged: EventPipe;
  /** ARN of the role that may put events besides the pipes. */
  readonly repairRoleArn: string;

  constructor(scope: Construct, id: string, { upgrades, rollouts }: Tables, settings: StageSettings) {
    super(scope, id);
    const removalPolicy = removalPolicyOf(settings);
    // CloudFormation generates no name for a bus, and CDK generates the same one for all stages.
    this.bus = new EventBus(this, 'Bus', { eventBusName: uniqueName() });
    this.bus.applyRemovalPolicy(removalPolicy);
    const archive = this.bus.archive('Archive', {
      description: 'All events of upgrades and roll-outs: the audit trail',
      eventPattern: { source: [EVENT_SOURCE] },
      retention: Duration.days(settings.eventArchiveDays),
    });
    archive.applyRemovalPolicy(removalPolicy);
    this.deadLetters = new DeadLetters(this, 'DeadLetters', 'three pipes', settings);
    this.logs = new LogGroup(this, 'Logs', deliveredLogs('pipes', settings));

    const shared = { bus: this.bus, deadLetters: this.deadLetters, logs: this.logs };
    const [ofUpgrades, ofRollouts] = [streamOf(upgrades), streamOf(rollouts)];
    // Two pipes, as each has one fixed detail type; not three, as a stream supports only two readers per shard.
    const [requested, finished] = [UPGRADE_REQUESTED, UPGRADE_FINISHED];
    this.requested = new EventPipe(this, 'Requested', { ...shared, streamArn: ofUpgrades, transition: requested });
    this.finished = new EventPipe(this, 'Finished', { ...shared, streamArn: ofUpgrades, transition: finished });
    const changed = { ...shared, streamArn: ofRollouts, transition: ROLLOUT_CHANGED };
    this.rolloutChanged = new EventPipe(this, 'RolloutChanged', changed);
    this.repairRoleArn = new EventRepairRole(this, 'Repair', this.bus).arn;
    this.bus.addToResourcePolicy(this.#refusingAllBut(...this.pipes.map(({ roleArn }) => roleArn), this.repairRoleArn));
  }

  /** Outputs: its parts, by which runbooks and receivers find them. */
  get names(): Readonly<Record<string, string>> {
    return {
      EventBusName: this.bus.eventBusName,
      EventRepairRoleArn: this.repairRoleArn,
      RequestedPipeName: this.requested.pipeName,
      FinishedPipeName: this.finished.pipeName,
      RolloutChangedPipeName: this.rolloutChanged.pipeName,
      PipeLogGroupName: this.logs.logGroupName,
      DeadLetterQueueUrl: this.deadLetters.queueUrl,
    };
  }

  get pipes(): readonly EventPipe[] {
    return [this.requested, this.finished, this.rolloutChanged];
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

function streamOf({ tableStreamArn, node }: Table): string {
  if (tableStreamArn === undefined) throw new Error(`The table ${node.id} has no stream`);
  return tableStreamArn;
}
