import { RemovalPolicy } from 'aws-cdk-lib';
import type { RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { StageSettings } from './stages.ts';

/** What becomes of a resource when the stack is deleted, in CDK's words. */
export function removalPolicyOf({ removalPolicy }: Pick<StageSettings, 'removalPolicy'>): RemovalPolicy {
  return removalPolicy === 'retain' ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY;
}

/** How long a log group keeps its lines, and what becomes of it when the stack is deleted. */
export function logsKept(settings: StageSettings): { retention: RetentionDays; removalPolicy: RemovalPolicy } {
  return { retention: settings.logRetentionDays, removalPolicy: removalPolicyOf(settings) };
}
