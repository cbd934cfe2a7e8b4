import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import { Effect, ManagedPolicy, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { TableKeys } from '../functions/store/keys.ts';

/**
 * The attributes that a device gateway's reports name (docs/data-contract.md). Key and id are only in the condition,
 * but IAM does not distinguish naming an attribute from writing it.
 */
const REPORTED = [TableKeys.upgrades, 'upgradeId', 'state', 'progress', 'reason', 'leaseEndsAt'];

/** Lets the device gateway report on upgrades and do nothing else. The service that runs it attaches this to its role. */
export class DeviceGatewayPolicy extends Construct {
  readonly arn: string;

  constructor(scope: Construct, id: string, upgrades: Table) {
    super(scope, id);
    const report = new PolicyStatement({
      effect: Effect.ALLOW,
      actions: ['dynamodb:UpdateItem'],
      resources: [upgrades.tableArn],
      conditions: {
        'ForAllValues:StringEquals': { 'dynamodb:Attributes': REPORTED },
        // "ForAllValues" also holds for no values at all: this refuses a request whose attributes IAM does not see.
        Null: { 'dynamodb:Attributes': 'false' },
        // Any other value would return the rest of the item. Not "IfExists": UpdateItem always has a value for this.
        StringEquals: { 'dynamodb:ReturnValues': ['NONE', 'UPDATED_OLD'] },
      },
    });
    // Never change this text: CloudFormation would make another policy, and the gateway's role has this one attached.
    const description = 'Lets a device gateway report progress and end of upgrades';
    this.arn = new ManagedPolicy(this, 'Policy', { description, statements: [report] }).managedPolicyArn;
  }
}
