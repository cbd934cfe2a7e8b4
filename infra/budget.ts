import { ArnFormat, Aws, Stack } from 'aws-cdk-lib';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Topic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';

interface BudgetProps {
  readonly stage: string;
  readonly monthlyUsd: number;
  /** The topic that alarms go to, too. */
  readonly topic: Topic;
}

/** Warns when a month's cost of the stage nears its budget: over 80 % spent, or over 100 % forecast. */
export class Budget extends Construct {
  constructor(scope: Construct, id: string, { stage, monthlyUsd, topic }: BudgetProps) {
    super(scope, id);
    topic.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('budgets.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [topic.topicArn],
        conditions: {
          StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID },
          ArnLike: { 'aws:SourceArn': this.#anyBudget() },
        },
      }),
    );
    const subscribers = [{ subscriptionType: 'SNS', address: topic.topicArn }];
    const budget = new CfnBudget(this, 'Budget', {
      budget: {
        budgetType: 'COST',
        timeUnit: 'MONTHLY',
        budgetLimit: { amount: monthlyUsd, unit: 'USD' },
        // By the tag of all resources of the stage, once the account has activated it as a cost allocation tag.
        costFilters: { TagKeyValue: [`user:stage$${stage}`] },
      },
      notificationsWithSubscribers: [notification('ACTUAL', 80), notification('FORECASTED', 100)].map(
        (notification) => ({
          notification,
          subscribers,
        }),
      ),
    });
    // AWS refuses a budget that may not publish to its topic.
    budget.node.addDependency(topic);
  }

  #anyBudget(): string {
    const budgets = { service: 'budgets', region: '', resource: '*', arnFormat: ArnFormat.NO_RESOURCE_NAME };
    return Stack.of(this).formatArn(budgets);
  }
}

function notification(notificationType: string, threshold: number) {
  return { notificationType, comparisonOperator: 'GREATER_THAN', threshold, thresholdType: 'PERCENTAGE' };
}
