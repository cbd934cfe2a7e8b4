import { Validations } from 'aws-cdk-lib';
import type { IAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import { LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { Construct } from 'constructs';
import type { OperationFunction } from './operation-function.ts';

interface CanaryProps {
  /**
   * Each function, and its alarms: at most ten, the older of the limits that CodeDeploy's pages give. Any of them rolls a new version
   * back if it goes off during the canary; each must be able to within that time.
   */
  readonly guards: readonly (readonly [OperationFunction, readonly IAlarm[]])[];
}

/** Gives a new version a tenth of the requests for ten minutes before it gets all, and rolls it back on an alarm. */
export class Canary extends Construct {
  constructor(scope: Construct, id: string, { guards }: CanaryProps) {
    super(scope, id);
    const application = new LambdaApplication(this, 'Application');
    for (const [{ node, alias }, alarms] of guards) {
      const group = new LambdaDeploymentGroup(this, node.id, {
        application,
        alias,
        deploymentConfig: LambdaDeploymentConfig.CANARY_10PERCENT_10MINUTES,
        alarms: [...alarms],
        autoRollback: { deploymentInAlarm: true, failedDeployment: true, stoppedDeployment: true },
      });
      Validations.of(group).acknowledge({
        id: 'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSCodeDeployRoleForLambdaLimited]',
        reason: 'What CodeDeploy needs to shift an alias and read alarms is AWS’s to know; this is its limited policy.',
      });
    }
  }
}
