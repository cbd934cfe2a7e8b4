import type { EventBus } from 'aws-cdk-lib/aws-events';
import { AccountRootPrincipal, PolicyDocument, Role } from 'aws-cdk-lib/aws-iam';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { allow } from './event-pipe.ts';

interface EventRepairRoleProps {
  readonly streamArn: string;
  readonly bus: EventBus;
  readonly deadLetters: Queue;
}

/**
 * For the operator who puts the events of dead letters back on the bus (docs/operations.md, "DeadLetters"): anyone in
 * this account who may assume it, under a session name that CloudTrail records.
 */
export class EventRepairRole extends Construct {
  readonly arn: string;

  constructor(scope: Construct, id: string, { streamArn, bus, deadLetters }: EventRepairRoleProps) {
    super(scope, id);
    const repair = new PolicyDocument({
      statements: [
        allow(deadLetters.queueArn, 'sqs:ReceiveMessage', 'sqs:DeleteMessage'),
        allow(streamArn, 'dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator'),
        allow(bus.eventBusArn, 'events:PutEvents'),
      ],
    });
    this.arn = new Role(this, 'Role', {
      description: 'Puts the events of dead letters back on the bus',
      assumedBy: new AccountRootPrincipal(),
      inlinePolicies: { Repair: repair },
    }).roleArn;
  }
}
