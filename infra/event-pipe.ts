import { Aws, Validations } from 'aws-cdk-lib';
import type { EventBus } from 'aws-cdk-lib/aws-events';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { LogGroup } from 'aws-cdk-lib/aws-logs';
import { CfnPipe } from 'aws-cdk-lib/aws-pipes';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct, type IConstruct } from 'constructs';
import { EVENT_SOURCE } from '../functions/domain/upgrade-events.ts';
import type { Transition } from './transition.ts';

const READ_STREAM = ['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator'] as const;

interface EventPipeProps {
  readonly transition: Transition;
  readonly streamArn: string;
  readonly bus: EventBus;
  readonly deadLetters: Queue;
  readonly logs: LogGroup;
}

/** Puts an event on the bus for each stream record that shows a transition, with a role that can do nothing else. */
export class EventPipe extends Construct {
  /** The name under which its metrics are found. */
  readonly pipeName: string;
  /** ARN of the role with which it puts events. */
  readonly roleArn: string;
  readonly #pipe: CfnPipe;

  constructor(scope: Construct, id: string, props: EventPipeProps) {
    super(scope, id);
    const { transition, streamArn, bus, logs } = props;
    this.roleArn = this.#role(props).roleArn;
    this.#pipe = new CfnPipe(this, 'Pipe', {
      roleArn: this.roleArn,
      source: streamArn,
      sourceParameters: {
        filterCriteria: { filters: transition.patterns.map((pattern) => ({ pattern: JSON.stringify(pattern) })) },
        dynamoDbStreamParameters: readingFor(props),
      },
      target: bus.eventBusArn,
      targetParameters: {
        eventBridgeEventBusParameters: { source: EVENT_SOURCE, detailType: transition.detailType },
        inputTemplate: transition.inputTemplate,
      },
      // Errors only, and no execution data: records hold claim tokens.
      logConfiguration: { level: 'ERROR', cloudwatchLogsLogDestination: { logGroupArn: logs.logGroupArn } },
    });
    this.pipeName = this.#pipe.ref;
  }

  /**
   * Gives the stream and the role time to propagate: a pipe created within seconds of them sometimes fails with "Cannot
   * access stream", and the whole stack with it.
   */
  startsAfter(...others: readonly IConstruct[]): void {
    this.#pipe.node.addDependency(...others);
  }

  /** Inline, so that the rights exist when the pipe is created: it is refused without them. */
  #role({ streamArn, bus, deadLetters, logs }: EventPipeProps): Role {
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('pipes.amazonaws.com', {
        conditions: { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID } },
      }),
      inlinePolicies: {
        Pipe: new PolicyDocument({
          statements: [
            allow(streamArn, ...READ_STREAM),
            allow('*', 'dynamodb:ListStreams'),
            allow(bus.eventBusArn, 'events:PutEvents'),
            allow(deadLetters.queueArn, 'sqs:SendMessage'),
            allow(logs.logGroupArn, 'logs:CreateLogStream', 'logs:PutLogEvents'),
          ],
        }),
      },
    });
    Validations.of(role).acknowledge({
      id: 'AwsSolutions-IAM5[Resource::*]',
      reason: 'AWS asks for ListStreams, which has no resources to name: granted on a stream it would have no effect.',
    });
    return role;
  }
}

function readingFor({ deadLetters }: EventPipeProps): CfnPipe.PipeSourceDynamoDBStreamParametersProperty {
  return {
    // A new pipe begins with all that the stream still has: duplicates are harmless, gaps are not.
    startingPosition: 'TRIM_HORIZON',
    // The most that one PutEvents takes.
    batchSize: 10,
    onPartialBatchItemFailure: 'AUTOMATIC_BISECT',
    // Bounds how long a record that is always refused holds up those behind it.
    maximumRetryAttempts: 100,
    // A dead letter only names its record: this leaves four of the stream's 24 hours to read it there.
    maximumRecordAgeInSeconds: 20 * 60 * 60,
    deadLetterConfig: { arn: deadLetters.queueArn },
  };
}

/** A statement that allows these actions on one resource. */
export function allow(resource: string, ...actions: string[]): PolicyStatement {
  return new PolicyStatement({ actions, resources: [resource] });
}
