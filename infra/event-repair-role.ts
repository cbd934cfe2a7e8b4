import type { EventBus } from 'aws-cdk-lib/aws-events';
import { AccountRootPrincipal, PolicyDocument, Role } from 'aws-cdk-lib/aws-iam';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { allow, READ_STREAM } from './event-pipe.ts';

interface EventRepairRoleProps {
  readonly streamArns: readonly string[];
  readonly bus: EventBus;
  readonly deadLetters: Queue;
}

/**
 * For the operator who puts the events of dead letters back on the bus (docs/operations.md, "DeadLetters"): anyone in
 * this account who may assume it, under a session name that CloudTrail records.
 */
export class EventRepairRole extends Construct {
  readonly arn: string;

  constructor(scope: Construct, id: string, { streamArns, bus, deadLetters }: EventRepairRoleProps) {
    super(scope, id);
    const repair = new PolicyDocument({
      statements: [
        allow(deadLetters.queueArn, 'sqs:ReceiveMessage', 'sqs:DeleteMessage'),
        ...streamArns.map((arn) => allow(arn, ...READ_STREAM)),
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
