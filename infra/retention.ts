import { RemovalPolicy } from 'aws-cdk-lib';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { StageSettings } from './stages.ts';

const RETENTION = { 7: RetentionDays.ONE_WEEK, 30: RetentionDays.ONE_MONTH, 365: RetentionDays.ONE_YEAR } as const;

/** What becomes of a resource when the stack is deleted, as CDK's removal policy. */
export function removalPolicyOf({ removalPolicy }: Pick<StageSettings, 'removalPolicy'>): RemovalPolicy {
  return removalPolicy === 'retain' ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY;
}

/** How long a log group keeps its lines, and what becomes of it when the stack is deleted. */
export function logsKept(settings: StageSettings): { retention: RetentionDays; removalPolicy: RemovalPolicy } {
  return { retention: RETENTION[settings.logRetentionDays], removalPolicy: removalPolicyOf(settings) };
}
