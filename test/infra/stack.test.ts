import { globSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import packageJson from '../../package.json' with { type: 'json' };
import { OPERATIONS, routeKeysOf, type OperationName } from '../../functions/domain/operations.ts';
import { NAMED_STAGES } from '../../infra/stages.ts';
import { assembliesFolder } from '../support/assemblies.ts';
import { partsOf, propertiesOf } from '../support/templates.ts';

interface Policy {
  readonly Statement: readonly { readonly Action: string | readonly string[] }[];
}

const [major = ''] = packageJson.devDependencies.node.split('.', 1);

// The other stages differ from prod in their settings alone (differences.test.ts).
describe('A stage', () => {
  /** How many resources of a type there are, what each of them has, and what none has. */
  test.each<[what: string, type: string, count: number, has: object, lacks?: string[]]>([
    [
      'has a gateway of its own name, tagged, without CORS, as it names no origins',
      'ApiGatewayV2::Api',
      1,
      { Name: '<AWS::StackName>', Tags: { stage: 'prod' } },
      ['CorsConfiguration'],
    ],
    ['has no prefix in its paths', 'ApiGatewayV2::Stage', 1, { StageName: '$default', AutoDeploy: true }],
    ['asks for payload format 2.0 everywhere', 'ApiGatewayV2::Integration', 3, { PayloadFormatVersion: '2.0' }],
    [
      // A new account has no concurrency to reserve.
      'runs five functions on the Node version of the project, traced',
      'Lambda::Function',
      5,
      { Runtime: `nodejs${major}.x`, Architectures: ['arm64'], TracingConfig: { Mode: 'Active' } },
      ['ReservedConcurrentExecutions'],
    ],
    ['keeps all logs for a year', 'Logs::LogGroup', 7, { RetentionInDays: 365 }],
    ['tags no dashboard, whose tags some regions refuse', 'CloudWatch::Dashboard', 1, {}, ['Tags']],
    [
      'has six tables on demand, encrypted, with point-in-time recovery and names made by AWS',
      'DynamoDB::Table',
      6,
      {
        BillingMode: 'PAY_PER_REQUEST',
        SSESpecification: { SSEEnabled: true },
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      },
      ['TableName'],
    ],
    [
      'archives all events of its bus for 400 days',
      'Events::Archive',
      1,
      { RetentionDays: 400, SourceArn: '<UpgradeEventsBus.Arn>', EventPattern: { source: ['stream-fleet'] } },
    ],
    [
      'has dead letters that are encrypted, and kept for 14 days',
      'SQS::Queue',
      2,
      { SqsManagedSseEnabled: true, MessageRetentionPeriod: 14 * 86_400 },
      ['QueueName'],
    ],
    [
      'has a topic of alarms without a key, which CloudWatch would have to be let use as well',
      'SNS::Topic',
      1,
      {},
      ['KmsMasterKeyId'],
    ],
  ])('%s', (_what, type, count, has, lacks = []) => {
    const all = propertiesOf(type);
    expect(all).toEqual(Array(count).fill(expect.objectContaining(has)));
    expect(all.flatMap((properties) => Object.keys(properties)).filter((name) => lacks.includes(name))).toEqual([]);
  });

  test('takes as many requests a second of each route as is set for its function', () => {
    const [{ DefaultRouteSettings, RouteSettings } = {} as Record<string, unknown>] =
      propertiesOf('ApiGatewayV2::Stage');
    const { listThrottle, upgradeThrottle, rolloutThrottle } = NAMED_STAGES.prod;
    const limits = ({ ratePerSecond, burst }: typeof listThrottle) =>
      expect.objectContaining({ ThrottlingRateLimit: ratePerSecond, ThrottlingBurstLimit: burst });
    const routes = (Object.keys(OPERATIONS) as OperationName[]).flatMap(routeKeysOf);
    const limitsOf = (route: string) => {
      if (route.includes('/sc_cloud/rollout/')) return limits(rolloutThrottle);
      return limits(route.includes('/sc_cloud/') ? upgradeThrottle : listThrottle);
    };
    expect(DefaultRouteSettings).toEqual(limits(listThrottle));
    expect(RouteSettings).toEqual(Object.fromEntries(routes.map((route) => [route, limitsOf(route)])));
  });

  test('invokes each function through its alias', () => {
    const aliases = Object.keys(partsOf('Lambda::Alias')).map((id) => `<${id}>`);
    const invoked = propertiesOf('ApiGatewayV2::Integration').map(({ IntegrationUri }) => IntegrationUri);
    // The others are invoked by rules (upgrade-events.test.ts, rollouts.test.ts).
    const byRules = ['<UpgradeHistoryRecorderLive>', '<RolloutRunAdvanceLive>'];
    expect([...invoked, ...byRules].sort()).toEqual(aliases.sort());
  });

  test('ends functions before the 30 s of the gateway, and a run over the roll-outs before the next', () => {
    const timeouts = Object.entries(partsOf('Lambda::Function')).map(([id, { Properties }]) => [
      id,
      Properties['Timeout'],
    ]);
    const longer = timeouts.filter(([, seconds]) => seconds !== 25);
    expect(longer).toEqual([['RolloutRunAdvanceFunction', 55]]);
  });

  test('writes access logs in JSON, of what no caller can write, and last what AWS says of a failed integration', () => {
    const [{ AccessLogSettings } = {} as Record<string, unknown>] = propertiesOf('ApiGatewayV2::Stage');
    const { Format } = AccessLogSettings as { Format: string };
    const variables = Object.values(JSON.parse(Format) as Record<string, string>);
    expect(variables.pop()).toBe('$context.integrationErrorMessage');
    const fixed = ['requestId', 'requestTime', 'routeKey', 'status', 'identity.sourceIp', 'error.responseType'];
    const ofIntegration = ['integration.requestId', 'integrationLatency'];
    const numbers = ['responseLength', 'responseLatency'];
    const allowed = [...fixed, ...ofIntegration, ...numbers].map((name) => `$context.${name}`);
    expect(allowed).toEqual(expect.arrayContaining(variables));
    expect(variables).toContain('$context.requestId');
  });

  test('names log groups only where AWS delivers logs itself: outside one policy, and of the stack alone', () => {
    const groups = Object.entries(partsOf('Logs::LogGroup'));
    const named = groups.flatMap(([, { Properties }]) => Properties['LogGroupName'] ?? []);
    const delivered = expect.stringMatching(/^\/aws\/vendedlogs\/.*<AWS::StackId>/);
    expect(named).toEqual([delivered, delivered]);
    const unnamed = groups.filter(([, { Properties }]) => !('LogGroupName' in Properties));
    const ofFunctions = unnamed.map(([id]) => ({ LogFormat: 'JSON', LogGroup: `<${id}>` }));
    expect(propertiesOf('Lambda::Function').map(({ LoggingConfig }) => LoggingConfig)).toEqual(ofFunctions);
  });

  test('uploads one file for each function', () => {
    const files = globSync('asset.*/*', { cwd: join(assembliesFolder(), 'dev') });
    expect(files.map((file) => file.replace(/^.*\//, ''))).toEqual(Array(5).fill('index.js'));
  });

  test('keeps versions of functions, except those whose deploy was rolled back', () => {
    const policies = Object.values(partsOf('Lambda::Version')).map(({ DeletionPolicy }) => DeletionPolicy);
    expect(policies).toEqual(Array(5).fill('RetainExceptOnCreate'));
  });

  test('lets all but the registry and the catalogue expire, and keeps old and new images of upgrades and roll-outs in streams', () => {
    const having = (name: string) =>
      Object.entries(partsOf('DynamoDB::Table')).flatMap(([id, { Properties }]) =>
        name in Properties ? [[id, Properties[name]]] : [],
      );
    const expiry = { AttributeName: 'expiresAt', Enabled: true };
    expect(having('TimeToLiveSpecification')).toEqual([
      ['TablesSessions', expiry],
      ['TablesUpgrades', expiry],
      ['TablesUpgradeHistory', expiry],
      ['TablesRollouts', expiry],
    ]);
    const images = { StreamViewType: 'NEW_AND_OLD_IMAGES' };
    expect(having('StreamSpecification')).toEqual([
      ['TablesUpgrades', images],
      ['TablesRollouts', images],
    ]);
  });

  const deadLetters = { Effect: 'Allow', Action: 'sqs:SendMessage', Resource: '<UpgradeHistoryDeadLetters.Arn>' };
  test.each([
    ['OperationsGetStreamServersList', []],
    ['OperationsUpgradeFunction', []],
    ['OperationsRolloutFunction', []],
    ['RolloutRunAdvance', []],
    ['UpgradeHistoryRecorder', [deadLetters]],
  ])(
    'lets %s log, trace and send its own dead letters, besides its calls on tables (http/rights.test.ts)',
    (name, more) => {
      const policy = partsOf('IAM::Policy')[`${name}RoleDefaultPolicy`]?.Properties['PolicyDocument'] as Policy;
      const others = policy.Statement.filter(({ Action }) => ![Action].flat().join().startsWith('dynamodb:'));
      const logs = `<${name}Logs.Arn>`;
      expect(others).toEqual([
        { Effect: 'Allow', Action: ['logs:CreateLogStream', 'logs:PutLogEvents'], Resource: logs },
        ...more,
        { Effect: 'Allow', Action: ['xray:PutTelemetryRecords', 'xray:PutTraceSegments'], Resource: '*' },
      ]);
      expect(Object.keys(partsOf('IAM::Policy'))).toHaveLength(5);
    },
  );
});

test('What holds data is retained when prod is deleted; of other stages it is not (differences.test.ts)', () => {
  for (const type of ['DynamoDB::Table', 'Events::Archive', 'Events::EventBus', 'Logs::LogGroup', 'SQS::Queue']) {
    for (const resource of Object.values(partsOf(type))) {
      expect(resource).toMatchObject({ DeletionPolicy: 'Retain', UpdateReplacePolicy: 'Retain' });
    }
  }
});
