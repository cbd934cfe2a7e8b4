import { describe, expect, test } from '@jest/globals';
import packageJson from '../../package.json' with { type: 'json' };
import { STAGES } from '../support/assemblies.ts';
import { outputsOf, resources, templateOf, withoutTokens } from '../support/templates.ts';

const properties = (stage: string, type: string) =>
  Object.values(resources(templateOf(stage), type)).map(({ Properties }) => Properties);

describe.each(STAGES)('Stage %s', (stage) => {
  test('has exactly the routes of the interface, and our own beside start-upgrade', () => {
    const keys = properties(stage, 'AWS::ApiGatewayV2::Route').map(({ RouteKey }) => RouteKey);
    expect(keys.sort()).toEqual([
      'GET /V1.0/stream/getStreamServersList',
      'GET /devices/{sn}/V1.0/stream/getStreamServersList',
      'POST /V1.0/stream/getStreamServersList',
      'POST /devices/{sn}/V1.0/stream/getStreamServersList',
      ...['cancel', 'dry-run', 'start', 'status'].map((name) => `POST /sc_cloud/upgrade/${name}`),
    ]);
  });

  test('asks for payload format 2.0 everywhere', () => {
    const integrations = properties(stage, 'AWS::ApiGatewayV2::Integration');
    expect(integrations.length).toBeGreaterThan(0);
    for (const { PayloadFormatVersion } of integrations) expect(PayloadFormatVersion).toBe('2.0');
  });

  test('has the one gateway stage $default, so that paths carry no prefix', () => {
    expect(properties(stage, 'AWS::ApiGatewayV2::Stage')).toEqual([
      expect.objectContaining({ StageName: '$default', AutoDeploy: true }),
    ]);
  });

  test('leaves CORS off, as it names no origins', () => {
    for (const api of properties(stage, 'AWS::ApiGatewayV2::Api')) expect(api).not.toHaveProperty('CorsConfiguration');
  });

  test('runs two functions on the Node version of the project, on arm64, with a limit below the 30 s of the gateway', () => {
    const functions = properties(stage, 'AWS::Lambda::Function');
    expect(functions).toHaveLength(2);
    for (const { Runtime, Architectures, Timeout } of functions) {
      expect(Runtime).toBe(`nodejs${packageJson.devDependencies.node.split('.', 1).join()}.x`);
      expect(Architectures).toEqual(['arm64']);
      expect(Timeout).toBeLessThanOrEqual(29);
    }
  });

  test('keeps all logs for a time that has an end, and those of the functions in JSON', () => {
    for (const { RetentionInDays } of properties(stage, 'AWS::Logs::LogGroup')) {
      expect(RetentionInDays).toBeGreaterThan(0);
    }
    for (const { LoggingConfig } of properties(stage, 'AWS::Lambda::Function')) {
      expect(LoggingConfig).toEqual({ LogFormat: 'JSON', LogGroup: { Ref: expect.any(String) } });
    }
  });

  test('traces every function, and invokes it through its alias', () => {
    for (const { TracingConfig } of properties(stage, 'AWS::Lambda::Function')) {
      expect(TracingConfig).toEqual({ Mode: 'Active' });
    }
    const aliases = Object.keys(resources(templateOf(stage), 'AWS::Lambda::Alias'));
    const invoked = properties(stage, 'AWS::ApiGatewayV2::Integration').map(({ IntegrationUri }) => IntegrationUri);
    expect(invoked).toEqual(expect.arrayContaining(aliases.map((Ref) => ({ Ref }))));
  });

  test('writes access logs in JSON, of what no caller can write, and last what AWS says of a failed integration', () => {
    const [{ AccessLogSettings } = {} as Record<string, unknown>] = properties(stage, 'AWS::ApiGatewayV2::Stage');
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
    const groups = Object.entries(resources(templateOf(stage), 'AWS::Logs::LogGroup'));
    const ofFunctions = properties(stage, 'AWS::Lambda::Function').map(
      ({ LoggingConfig }) => (LoggingConfig as { LogGroup: { Ref: string } }).LogGroup.Ref,
    );
    const delivered = groups.filter(([id]) => !ofFunctions.includes(id));
    expect(delivered).toHaveLength(2);
    for (const [, { Properties }] of delivered) {
      expect(withoutTokens(Properties['LogGroupName'])).toMatch(/^\/aws\/vendedlogs\//);
      expect(JSON.stringify(Properties['LogGroupName'])).toContain('{"Ref":"AWS::StackId"}');
    }
    for (const [id, { Properties }] of groups) {
      if (ofFunctions.includes(id)) expect(Properties).not.toHaveProperty('LogGroupName');
    }
  });

  test('keeps versions of functions, except those whose deploy was rolled back', () => {
    const versions = Object.values(resources(templateOf(stage), 'AWS::Lambda::Version'));
    expect(versions).toHaveLength(2);
    for (const { DeletionPolicy } of versions) expect(DeletionPolicy).toBe('RetainExceptOnCreate');
  });

  test('reserves no concurrency, of which a new account has none to reserve', () => {
    for (const settings of properties(stage, 'AWS::Lambda::Function')) {
      expect(settings).not.toHaveProperty('ReservedConcurrentExecutions');
    }
  });

  test('names its gateway after itself, and tags all but the dashboard, whose tags some regions refuse', () => {
    expect(properties(stage, 'AWS::ApiGatewayV2::Api')).toEqual([
      expect.objectContaining({ Name: { Ref: 'AWS::StackName' }, Tags: { stage } }),
    ]);
    for (const dashboard of properties(stage, 'AWS::CloudWatch::Dashboard'))
      expect(dashboard).not.toHaveProperty('Tags');
  });

  test('has four tables on demand, encrypted, with point-in-time recovery and names made by AWS', () => {
    const tables = properties(stage, 'AWS::DynamoDB::Table');
    expect(tables).toHaveLength(4);
    for (const table of tables) {
      expect(table).toMatchObject({
        BillingMode: 'PAY_PER_REQUEST',
        SSESpecification: { SSEEnabled: true },
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      });
      expect(table).not.toHaveProperty('TableName');
    }
  });

  test.each<[string, string, string, Record<string, unknown>]>([
    ['Sessions', 'sidHash', 'S', { TimeToLiveSpecification: { AttributeName: 'expiresAt', Enabled: true } }],
    ['Devices', 'sn', 'S', {}],
    ['Firmwares', 'firmwareId', 'N', {}],
    [
      'Upgrades',
      'sn',
      'S',
      {
        TimeToLiveSpecification: { AttributeName: 'expiresAt', Enabled: true },
        StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
      },
    ],
  ])('keys %s by %s', (role, key, type, extra) => {
    const output = templateOf(stage).Outputs[`${role}TableName`] as { Value: { Ref: string } };
    const id = output.Value.Ref;
    expect(resources(templateOf(stage), 'AWS::DynamoDB::Table')[id]?.Properties).toMatchObject({
      KeySchema: [{ AttributeName: key, KeyType: 'HASH' }],
      AttributeDefinitions: [{ AttributeName: key, AttributeType: type }],
      ...extra,
    });
  });

  test('tells the names of all that others and the runbooks look for', () => {
    const values = Object.entries(outputsOf(stage)).map(([name, value]) => `${name} ${value}`);
    expect(values.map((value) => value.replace(/\w{8}>$/, '>'))).toEqual([
      'ApiUrl <ApiHttpApi>',
      'SessionsTableName <TablesSessions>',
      'DevicesTableName <TablesDevices>',
      'FirmwaresTableName <TablesFirmwares>',
      'UpgradesTableName <TablesUpgrades>',
      'EventBusName <UpgradeEventsBus>',
      'EventRepairRoleArn <UpgradeEventsRepairRole>',
      'DeviceGatewayPolicyArn <DeviceGatewayPolicy>',
      'GetStreamServersListFunctionName <OperationsGetStreamServersListFunction>',
      'GetStreamServersListLogGroupName <OperationsGetStreamServersListLogs>',
      'UpgradeFunctionName <OperationsUpgradeFunction>',
      'UpgradeFunctionLogGroupName <OperationsUpgradeFunctionLogs>',
      'AccessLogGroupName <ApiStageAccessLogs>',
      'RequestedPipeName <UpgradeEventsRequestedPipe>',
      'FinishedPipeName <UpgradeEventsFinishedPipe>',
      'PipeLogGroupName <UpgradeEventsLogs>',
      'DeadLetterQueueUrl <UpgradeEventsDeadLetters>',
      'AlarmTopicArn <AlarmsTopic>',
      'DashboardName <FleetDashboard>',
    ]);
  });
});

/** All that holds data. */
const KEPT = [
  'AWS::DynamoDB::Table',
  'AWS::Events::Archive',
  'AWS::Events::EventBus',
  'AWS::Logs::LogGroup',
  'AWS::SQS::Queue',
];

describe('Stages differ', () => {
  test.each([
    ['prod', 'Retain'],
    ['staging', 'Delete'],
    ['dev', 'Delete'],
    ['ann', 'Delete'],
  ])('in what becomes of data: %s says %s', (stage, policy) => {
    for (const type of KEPT) {
      for (const { DeletionPolicy, UpdateReplacePolicy } of Object.values(resources(templateOf(stage), type))) {
        expect([DeletionPolicy, UpdateReplacePolicy]).toEqual([policy, policy]);
      }
    }
  });
});
