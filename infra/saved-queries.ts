import { Aws, Fn } from 'aws-cdk-lib';
import { CfnQueryDefinition, type LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { AUDIT_QUERIES } from './audit-queries.ts';

/** Saves the audit queries for the log groups of the functions, so that the console offers them by name. */
export class SavedQueries extends Construct {
  constructor(scope: Construct, id: string, logGroups: readonly LogGroup[]) {
    super(scope, id);
    for (const [name, queryString] of Object.entries(AUDIT_QUERIES)) {
      new CfnQueryDefinition(this, name, {
        name: Fn.join('/', [Aws.STACK_NAME, name]),
        queryString,
        logGroupNames: logGroups.map(({ logGroupName }) => logGroupName),
      });
    }
  }
}
