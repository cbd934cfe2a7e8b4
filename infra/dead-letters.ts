import { Duration, Validations } from 'aws-cdk-lib';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { removalPolicyOf } from './retention.ts';
import type { StageSettings } from './stages.ts';

/** A queue of what was given up, encrypted and kept for 14 days. */
export class DeadLetters extends Queue {
  /** @param sources who gives up, in words */
  constructor(scope: Construct, id: string, sources: string, settings: StageSettings) {
    super(scope, id, {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
      removalPolicy: removalPolicyOf(settings),
    });
    for (const id of ['AwsSolutions-SQS3', 'Serverless-SQSRedrivePolicy']) {
      const reason = `It is itself the dead-letter queue, of ${sources}, which the rule does not know as its sources.`;
      Validations.of(this).acknowledge({ id, reason });
    }
  }
}
