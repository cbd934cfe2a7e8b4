import type { EventBus } from 'aws-cdk-lib/aws-events';
import { AccountRootPrincipal, PolicyDocument, Role } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { allow } from './event-pipe.ts';

/**
 * For the operator who puts the events of dead letters back on the bus (docs/operations/dead-letters.md): anyone in this
 * account who may assume it, under a session name that CloudTrail records. Letters and streams are read with the operator's own rights.
 */
export class EventRepairRole extends Construct {
  readonly arn: string;

  constructor(scope: Construct, id: string, bus: EventBus) {
    super(scope, id);
    const repair = new PolicyDocument({ statements: [allow(bus.eventBusArn, 'events:PutEvents')] });
    this.arn = new Role(this, 'Role', {
      description: 'Puts the events of dead letters back on the bus',
      assumedBy: new AccountRootPrincipal(),
      inlinePolicies: { Repair: repair },
    }).roleArn;
  }
}
