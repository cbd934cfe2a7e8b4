import { Aws, Fn } from 'aws-cdk-lib';
import type { LogGroupProps } from 'aws-cdk-lib/aws-logs';
import { logsKept } from './retention.ts';
import type { StageSettings } from './stages.ts';

/**
 * A name for resources that need one. The stack's id tells apart the stages of an account, and a stage that is deployed
 * again from what its predecessor left.
 */
export function uniqueName(): string {
  return Fn.join('-', [Aws.STACK_NAME, Fn.select(2, Fn.split('/', Aws.STACK_ID))]);
}

/**
 * A log group that AWS services deliver logs to. Each one outside `/aws/vendedlogs/` lengthens one account-wide policy,
 * until its 5,120 characters are full and no stage can be created any more.
 */
export function deliveredLogs(from: string, settings: StageSettings): LogGroupProps {
  return { logGroupName: Fn.join('/', ['/aws/vendedlogs', uniqueName(), from]), ...logsKept(settings) };
}
