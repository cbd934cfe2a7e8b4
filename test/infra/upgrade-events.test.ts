import { describe, expect, test } from '@jest/globals';
import { resources, templateOf } from '../support/templates.ts';

const template = templateOf('prod');

/** Properties of the resources of a type, by their logical ids without trailing hashes. */
function ofType(type: string): Record<string, Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(resources(template, type)).map(([id, { Properties }]) => [id.slice(0, -8), Properties]),
  );
}

const getAtt = (id: string, attribute: string) => ({
  'Fn::GetAtt': [expect.stringMatching(new RegExp(`^${id}\\w{8}$`)), attribute],
});

const STREAM = getAtt('TablesUpgrades', 'StreamArn');
const BUS = getAtt('UpgradeEventsBus', 'Arn');
const DEAD_LETTERS = getAtt('UpgradeEventsDeadLetters', 'Arn');
const LOGS = getAtt('UpgradeEventsLogs', 'Arn');
const READ_STREAM = ['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator'];

const PIPES = ['Requested', 'Finished'];

test('There are two pipes: a stream lets no third reader at its shards', () => {
  expect(Object.keys(ofType('AWS::Pipes::Pipe'))).toEqual(PIPES.map((name) => `UpgradeEvents${name}Pipe`));
});

describe.each(PIPES)('The pipe for Upgrade%s', (name) => {
  const pipe = ofType('AWS::Pipes::Pipe')[`UpgradeEvents${name}Pipe`];

  test('leads from the stream of Upgrades to the bus, under a name made by AWS, and logs errors without the records', () => {
    expect(pipe).toMatchObject({
      Source: STREAM,
      Target: BUS,
      RoleArn: getAtt(`UpgradeEvents${name}Role`, 'Arn'),
      TargetParameters: {
        EventBridgeEventBusParameters: { Source: 'stream-fleet', DetailType: `Upgrade${name}` },
      },
    });
    expect(pipe?.['LogConfiguration']).toEqual({
      Level: 'ERROR',
      CloudwatchLogsLogDestination: { LogGroupArn: LOGS },
    });
    expect(pipe).not.toHaveProperty('Name');
    // A pipe runs by default.
    expect(pipe).not.toHaveProperty('DesiredState');
  });

  test('skips nothing, tries again, halves batches, and gives up to the dead letters before the stream forgets', () => {
    expect(pipe).toHaveProperty('SourceParameters.DynamoDBStreamParameters', {
      StartingPosition: 'TRIM_HORIZON',
      BatchSize: 10,
      OnPartialBatchItemFailure: 'AUTOMATIC_BISECT',
      MaximumRetryAttempts: 100,
      MaximumRecordAgeInSeconds: 72_000,
      DeadLetterConfig: { Arn: DEAD_LETTERS },
    });
  });

  test('filters by fields that pipes can filter by', () => {
    // From AWS's manual: "eventID, eventVersion, awsRegion, eventName, eventSourceARN and eventSource are not filterable".
    const { FilterCriteria } = pipe?.['SourceParameters'] as { FilterCriteria: { Filters: { Pattern: string }[] } };
    const fields = FilterCriteria.Filters.flatMap(({ Pattern }) => Object.keys(JSON.parse(Pattern) as object));
    expect(new Set(fields)).toEqual(new Set(['dynamodb']));
  });

  test('has a role that reads the stream, puts events, sends dead letters and logs, and nothing else', () => {
    const role = ofType('AWS::IAM::Role')[`UpgradeEvents${name}Role`];
    const allow = (Action: string | string[], Resource: unknown) => ({ Effect: 'Allow', Action, Resource });
    expect(role?.['Policies']).toEqual([
      {
        PolicyName: 'Pipe',
        PolicyDocument: {
          Version: '2012-10-17',
          Statement: [
            allow(READ_STREAM, STREAM),
            // This action cannot be limited to a resource.
            allow('dynamodb:ListStreams', '*'),
            allow('events:PutEvents', BUS),
            allow('sqs:SendMessage', DEAD_LETTERS),
            allow(['logs:CreateLogStream', 'logs:PutLogEvents'], LOGS),
          ],
        },
      },
    ]);
    expect(role?.['AssumeRolePolicyDocument']).toMatchObject({
      Statement: [
        {
          Principal: { Service: 'pipes.amazonaws.com' },
          Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
        },
      ],
    });
    expect(Object.keys(ofType('AWS::IAM::Policy')).filter((id) => id.startsWith('UpgradeEvents'))).toEqual([]);
  });
});

test('The pipes are made after gateway and aliases, when stream and roles are known everywhere', () => {
  const before = ['AWS::ApiGatewayV2::Stage', 'AWS::Lambda::Alias'].flatMap((type) =>
    Object.keys(resources(template, type)),
  );
  expect(before).toHaveLength(3);
  for (const { DependsOn } of Object.values(resources(template, 'AWS::Pipes::Pipe'))) {
    expect(DependsOn).toEqual(expect.arrayContaining(before));
  }
});

test('The bus takes events from the pipes and from the role that repairs, and from nobody else', () => {
  const roles = ['UpgradeEventsRequestedRole', 'UpgradeEventsFinishedRole', 'UpgradeEventsRepairRole'];
  expect(Object.values(ofType('AWS::Events::EventBusPolicy'))).toEqual([
    {
      EventBusName: { Ref: expect.stringMatching(/^UpgradeEventsBus\w{8}$/) },
      StatementId: 'cdk-PipesAndRepairAlone',
      Statement: {
        Sid: 'cdk-PipesAndRepairAlone',
        Effect: 'Deny',
        Principal: { AWS: '*' },
        Action: 'events:PutEvents',
        Resource: BUS,
        Condition: {
          ArnNotEquals: { 'aws:PrincipalArn': roles.map((role) => getAtt(role, 'Arn')) },
          Null: { 'aws:PrincipalArn': 'false' },
        },
      },
    },
  ]);
  expect(ofType('AWS::IAM::Role')['UpgradeEventsRepairRole']?.['Policies']).toMatchObject([
    {
      PolicyDocument: {
        Statement: [
          { Action: ['sqs:DeleteMessage', 'sqs:ReceiveMessage'], Resource: DEAD_LETTERS },
          { Action: READ_STREAM, Resource: STREAM },
          { Action: 'events:PutEvents', Resource: BUS },
        ],
      },
    },
  ]);
});

test('Dead letters are encrypted, taken over TLS alone, and kept for 14 days', () => {
  const queue = ofType('AWS::SQS::Queue')['UpgradeEventsDeadLetters'];
  expect(queue).toMatchObject({ SqsManagedSseEnabled: true, MessageRetentionPeriod: 14 * 86_400 });
  expect(queue).not.toHaveProperty('QueueName');
  expect(ofType('AWS::SQS::QueuePolicy')['UpgradeEventsDeadLettersPolicy']).toMatchObject({
    PolicyDocument: {
      Statement: [{ Effect: 'Deny', Action: 'sqs:*', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }],
    },
  });
});

test('The bus has a name of its own in every stack of an account', () => {
  const [name] = Object.values(ofType('AWS::Events::EventBus')).map(({ Name }) => JSON.stringify(Name));
  expect(name).toContain('{"Ref":"AWS::StackName"}');
  expect(name).toContain('{"Ref":"AWS::StackId"}');
});

test('The archive of prod keeps all events of the bus for 400 days', () => {
  expect(Object.values(ofType('AWS::Events::Archive'))).toEqual([
    expect.objectContaining({ RetentionDays: 400, SourceArn: BUS, EventPattern: { source: ['stream-fleet'] } }),
  ]);
});
