import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import { Effect, ManagedPolicy, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { TableKeys } from '../functions/store/keys.ts';

/**
 * What the reports of a device gateway name (docs/data-contract.md). Key and id are there for the condition alone, but
 * IAM does not tell naming an attribute from writing it.
 */
const REPORTED = [TableKeys.upgrades, 'upgradeId', 'state', 'progress', 'reason', 'leaseEndsAt'];

/** Lets the device gateway report on upgrades, and nothing else: for the service that runs it to attach to its role. */
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
        // "For all values" also holds when there is none: a request that IAM is not told the attributes of is refused.
        Null: { 'dynamodb:Attributes': 'false' },
        // Anything else would return the rest of the item. Without "if exists": UpdateItem always has a value for it.
        StringEquals: { 'dynamodb:ReturnValues': ['NONE', 'UPDATED_OLD'] },
      },
    });
    const description = 'Lets a device gateway report progress and end of upgrades';
    this.arn = new ManagedPolicy(this, 'Policy', { description, statements: [report] }).managedPolicyArn;
  }
}
