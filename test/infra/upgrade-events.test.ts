import { expect, test } from '@jest/globals';
import { partsOf, propertiesOf } from '../support/templates.ts';

const [UPGRADES, ROLLOUTS] = ['<TablesUpgrades.StreamArn>', '<TablesRollouts.StreamArn>'];
const BUS = '<UpgradeEventsBus.Arn>';
const DEAD_LETTERS = '<UpgradeEventsDeadLetters.Arn>';
const LOGS = '<UpgradeEventsLogs.Arn>';
const READ_STREAM = ['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator'];

const pipes = partsOf('Pipes::Pipe');
const roles = partsOf('IAM::Role');
const allow = (Action: string | string[], Resource: string) => ({ Effect: 'Allow', Action, Resource });

/** Each with its detail type, its stream, and the number of its patterns: a pipe takes five. */
const PIPES: [name: string, detailType: string, stream: string, patterns: number][] = [
  ['Requested', 'UpgradeRequested', UPGRADES, 1],
  ['Finished', 'UpgradeFinished', UPGRADES, 1],
  ['RolloutChanged', 'RolloutChanged', ROLLOUTS, 5],
];

test('No stream has three pipes: it lets no third reader at its shards', () => {
  expect(Object.keys(pipes)).toEqual(PIPES.map(([name]) => `UpgradeEvents${name}Pipe`));
});

// Nothing else: a name is made by AWS, and a pipe runs by default.
test.each(PIPES)(
  'The pipe %s, of %s, leads from the stream %s to the bus, skips nothing, tries again, halves batches, gives up to the dead letters before the stream forgets, and logs errors without the records',
  (name, DetailType, stream, patterns) => {
    expect(pipes[`UpgradeEvents${name}Pipe`]?.Properties).toEqual({
      Source: stream,
      SourceParameters: {
        FilterCriteria: { Filters: Array(patterns).fill({ Pattern: expect.any(String) }) },
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
        EventBridgeEventBusParameters: { Source: 'stream-fleet', DetailType },
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
  expect(patterns).toEqual(Array(7).fill('dynamodb'));
});

test.each(PIPES)(
  'The role of the pipe %s, of %s, reads the stream %s, puts events, sends dead letters and logs, and nothing else',
  (name, _detailType, stream) => {
    const { Policies, AssumeRolePolicyDocument } = roles[`UpgradeEvents${name}Role`]?.Properties ?? {};
    const Statement = [
      allow(READ_STREAM, stream),
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
  const before = types.flatMap((type) => Object.keys(partsOf(type))).filter((id) => !id.startsWith('RolloutRun'));
  expect(before).toHaveLength(6);
  for (const { DependsOn } of Object.values(pipes)) expect(DependsOn).toEqual(expect.arrayContaining(before));
});

test('The bus takes events from the pipes and from the role that repairs, and from nobody else', () => {
  const names = [...PIPES.map(([name]) => name), 'Repair'].map((name) => `UpgradeEvents${name}Role`);
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
  expect(roles['UpgradeEventsRepairRole']?.Properties['Policies']).toMatchObject([
    { PolicyDocument: { Statement: [allow('events:PutEvents', BUS)] } },
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
  // The other is a schedule (rollouts.test.ts).
  expect(propertiesOf('Events::Rule').filter((rule) => 'EventPattern' in rule)).toEqual([
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
  expect(propertiesOf('Lambda::Permission')).toContainEqual(
    expect.objectContaining({ FunctionName: '<UpgradeHistoryRecorderLive>', SourceArn: '<UpgradeHistoryRule.Arn>' }),
  );
  const recorder = partsOf('Lambda::Function')['UpgradeHistoryRecorderFunction'];
  expect(recorder?.Properties['DeadLetterConfig']).toEqual({ TargetArn: queue.Arn });
});

test('The bus has a name of its own in every stack of an account', () => {
  const [bus] = propertiesOf('Events::EventBus');
  expect(bus?.['Name']).toMatch(/^<AWS::StackName>-.*<AWS::StackId>/);
});
