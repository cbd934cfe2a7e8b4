import { expect, test } from '@jest/globals';
import { partsOf, propertiesOf } from '../support/templates.ts';

const STREAM = '<TablesUpgrades.StreamArn>';
const BUS = '<UpgradeEventsBus.Arn>';
const DEAD_LETTERS = '<UpgradeEventsDeadLetters.Arn>';
const LOGS = '<UpgradeEventsLogs.Arn>';
const READ_STREAM = ['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator'];

const pipes = partsOf('Pipes::Pipe');
const roles = partsOf('IAM::Role');
const allow = (Action: string | string[], Resource: string) => ({ Effect: 'Allow', Action, Resource });

test('There are two pipes: a stream lets no third reader at its shards', () => {
  expect(Object.keys(pipes)).toEqual(['UpgradeEventsRequestedPipe', 'UpgradeEventsFinishedPipe']);
});

// Nothing else: a name is made by AWS, and a pipe runs by default.
test.each(['Requested', 'Finished'])(
  'The pipe for Upgrade%s leads from the stream of Upgrades to the bus, skips nothing, tries again, halves batches, gives up to the dead letters before the stream forgets, and logs errors without the records',
  (name) => {
    expect(pipes[`UpgradeEvents${name}Pipe`]?.Properties).toEqual({
      Source: STREAM,
      SourceParameters: {
        FilterCriteria: { Filters: [{ Pattern: expect.any(String) }] },
        DynamoDBStreamParameters: {
          StartingPosition: 'TRIM_HORIZON',
          BatchSize: 10,
          OnPartialBatchItemFailure: 'AUTOMATIC_BISECT',
          MaximumRetryAttempts: 100,
          MaximumRecordAgeInSeconds: 72_000,
          DeadLetterConfig: { Arn: DEAD_LETTERS },
        },
      },
      Target: BUS,
      TargetParameters: {
        EventBridgeEventBusParameters: { Source: 'stream-fleet', DetailType: `Upgrade${name}` },
        InputTemplate: expect.any(String),
      },
      RoleArn: `<UpgradeEvents${name}Role.Arn>`,
      LogConfiguration: { Level: 'ERROR', CloudwatchLogsLogDestination: { LogGroupArn: LOGS } },
      Tags: { stage: 'prod' },
    });
  },
);

test('The pipes filter by fields that pipes can filter by', () => {
  // From AWS's manual: "eventID, eventVersion, awsRegion, eventName, eventSourceARN and eventSource are not filterable".
  const patterns = JSON.stringify(pipes).match(/(?<="Pattern":"\{\\")\w+/g);
  expect(patterns).toEqual(['dynamodb', 'dynamodb']);
});

test.each(['Requested', 'Finished'])(
  'The role of the pipe for Upgrade%s reads the stream, puts events, sends dead letters and logs, and nothing else',
  (name) => {
    const { Policies, AssumeRolePolicyDocument } = roles[`UpgradeEvents${name}Role`]?.Properties ?? {};
    const Statement = [
      allow(READ_STREAM, STREAM),
      // This action cannot be limited to a resource.
      allow('dynamodb:ListStreams', '*'),
      allow('events:PutEvents', BUS),
      allow('sqs:SendMessage', DEAD_LETTERS),
      allow(['logs:CreateLogStream', 'logs:PutLogEvents'], LOGS),
    ];
    expect(Policies).toEqual([{ PolicyName: 'Pipe', PolicyDocument: { Version: '2012-10-17', Statement } }]);
    const Condition = { StringEquals: { 'aws:SourceAccount': '<AWS::AccountId>' } };
    expect(AssumeRolePolicyDocument).toMatchObject({
      Statement: [{ Principal: { Service: 'pipes.amazonaws.com' }, Condition }],
    });
    expect(Object.keys(partsOf('IAM::Policy')).join()).not.toContain('UpgradeEvents');
  },
);

test('The pipes are made after gateway, aliases and the rule of the history, when stream and roles are known everywhere', () => {
  const types = ['ApiGatewayV2::Stage', 'Lambda::Alias', 'Events::Rule'];
  const before = types.flatMap((type) => Object.keys(partsOf(type)));
  expect(before).toHaveLength(5);
  for (const { DependsOn } of Object.values(pipes)) expect(DependsOn).toEqual(expect.arrayContaining(before));
});

test('The bus takes events from the pipes and from the role that repairs, and from nobody else', () => {
  const names = ['UpgradeEventsRequestedRole', 'UpgradeEventsFinishedRole', 'UpgradeEventsRepairRole'];
  expect(propertiesOf('Events::EventBusPolicy')).toEqual([
    {
      EventBusName: '<UpgradeEventsBus>',
      StatementId: 'cdk-PipesAndRepairAlone',
      Statement: {
        Sid: 'cdk-PipesAndRepairAlone',
        Effect: 'Deny',
        Principal: { AWS: '*' },
        Action: 'events:PutEvents',
        Resource: BUS,
        Condition: {
          ArnNotEquals: { 'aws:PrincipalArn': names.map((name) => `<${name}.Arn>`) },
          Null: { 'aws:PrincipalArn': 'false' },
        },
      },
    },
  ]);
  const repairs = [
    allow(['sqs:DeleteMessage', 'sqs:ReceiveMessage'], DEAD_LETTERS),
    allow(READ_STREAM, STREAM),
    allow('events:PutEvents', BUS),
  ];
  expect(roles['UpgradeEventsRepairRole']?.Properties['Policies']).toMatchObject([
    { PolicyDocument: { Statement: repairs } },
  ]);
});

test('Dead letters are taken over TLS alone; from the bus, for the rule of the history alone', () => {
  const TLS = { Effect: 'Deny', Action: 'sqs:*', Condition: { Bool: { 'aws:SecureTransport': 'false' } } };
  const Condition = { ArnEquals: { 'aws:SourceArn': '<UpgradeHistoryRule.Arn>' } };
  const ofRule = {
    Effect: 'Allow',
    Action: 'sqs:SendMessage',
    Principal: { Service: 'events.amazonaws.com' },
    Condition,
  };
  expect(propertiesOf('SQS::QueuePolicy')).toMatchObject([
    { Queues: ['<UpgradeEventsDeadLetters>'], PolicyDocument: { Statement: [TLS] } },
    { Queues: ['<UpgradeHistoryDeadLetters>'], PolicyDocument: { Statement: [TLS, ofRule] } },
  ]);
});

test('One rule of the bus hands both events to the recorder of the history, for a day, and then to the dead letters', () => {
  const queue = { Arn: '<UpgradeHistoryDeadLetters.Arn>' };
  expect(propertiesOf('Events::Rule')).toEqual([
    expect.objectContaining({
      EventBusName: '<UpgradeEventsBus>',
      EventPattern: { source: ['stream-fleet'], 'detail-type': ['UpgradeRequested', 'UpgradeFinished'] },
      State: 'ENABLED',
      Targets: [
        {
          Id: expect.any(String),
          Arn: '<UpgradeHistoryRecorderLive>',
          RetryPolicy: { MaximumEventAgeInSeconds: 86_400, MaximumRetryAttempts: 185 },
          DeadLetterConfig: queue,
        },
      ],
    }),
  ]);
  const permissions = propertiesOf('Lambda::Permission').filter(
    ({ Principal }) => Principal === 'events.amazonaws.com',
  );
  expect(permissions).toEqual([
    expect.objectContaining({ FunctionName: '<UpgradeHistoryRecorderLive>', SourceArn: '<UpgradeHistoryRule.Arn>' }),
  ]);
  const recorder = partsOf('Lambda::Function')['UpgradeHistoryRecorderFunction'];
  expect(recorder?.Properties['DeadLetterConfig']).toEqual({ TargetArn: queue.Arn });
});

test('The bus has a name of its own in every stack of an account', () => {
  const [bus] = propertiesOf('Events::EventBus');
  expect(bus?.['Name']).toMatch(/^<AWS::StackName>-.*<AWS::StackId>/);
});
