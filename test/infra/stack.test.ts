import { describe, expect, test } from '@jest/globals';
import packageJson from '../../package.json' with { type: 'json' };
import { outputsOf, propertiesOf, resources, templateOf, withoutTokens } from '../support/templates.ts';

const prod = templateOf('prod');
const properties = (type: string) => propertiesOf(prod, type);

interface Policy {
  readonly Statement: readonly { readonly Action: string | readonly string[]; readonly Resource: unknown }[];
}

// The other stages differ from prod in their settings alone (differences.test.ts).
describe('A stage', () => {
  test('has a gateway of its own name, tagged, without CORS, as it names no origins, and with no prefix in paths', () => {
    const [api, ...more] = properties('AWS::ApiGatewayV2::Api');
    expect(more).toEqual([]);
    expect(api).toMatchObject({ Name: { Ref: 'AWS::StackName' }, Tags: { stage: 'prod' } });
    expect(api).not.toHaveProperty('CorsConfiguration');
    expect(properties('AWS::ApiGatewayV2::Stage')).toEqual([
      expect.objectContaining({ StageName: '$default', AutoDeploy: true }),
    ]);
  });

  test('tags no dashboard, whose tags some regions refuse', () => {
    for (const dashboard of properties('AWS::CloudWatch::Dashboard')) expect(dashboard).not.toHaveProperty('Tags');
  });

  test('invokes each function through its alias, and asks for payload format 2.0 everywhere', () => {
    const integrations = properties('AWS::ApiGatewayV2::Integration');
    const aliases = Object.keys(resources(prod, 'AWS::Lambda::Alias'));
    expect(aliases).toHaveLength(2);
    const invoked = integrations.map(({ IntegrationUri }) => IntegrationUri);
    expect(invoked).toEqual(expect.arrayContaining(aliases.map((Ref) => ({ Ref }))));
    for (const { PayloadFormatVersion } of integrations) expect(PayloadFormatVersion).toBe('2.0');
  });

  test('runs two functions on the Node version of the project, on arm64, traced, with logs in JSON, and ends them before the 30 s of the gateway', () => {
    const functions = properties('AWS::Lambda::Function');
    expect(functions).toHaveLength(2);
    for (const { Timeout, ...settings } of functions) {
      expect(settings).toMatchObject({
        Runtime: `nodejs${packageJson.devDependencies.node.split('.', 1).join()}.x`,
        Architectures: ['arm64'],
        TracingConfig: { Mode: 'Active' },
      });
      expect(settings['LoggingConfig']).toEqual({ LogFormat: 'JSON', LogGroup: { Ref: expect.any(String) } });
      expect(Timeout).toBeLessThanOrEqual(29);
      // A new account has no concurrency to reserve.
      expect(settings).not.toHaveProperty('ReservedConcurrentExecutions');
    }
  });

  test('keeps all logs for a time that has an end', () => {
    for (const { RetentionInDays } of properties('AWS::Logs::LogGroup')) expect(RetentionInDays).toBeGreaterThan(0);
  });

  test('writes access logs in JSON, of what no caller can write, and last what AWS says of a failed integration', () => {
    const [{ AccessLogSettings } = {} as Record<string, unknown>] = properties('AWS::ApiGatewayV2::Stage');
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
    const groups = Object.entries(resources(prod, 'AWS::Logs::LogGroup'));
    const ofFunctions = properties('AWS::Lambda::Function').map(
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
    const versions = Object.values(resources(prod, 'AWS::Lambda::Version'));
    expect(versions).toHaveLength(2);
    for (const { DeletionPolicy } of versions) expect(DeletionPolicy).toBe('RetainExceptOnCreate');
  });

  test('has four tables on demand, encrypted, with point-in-time recovery and names made by AWS', () => {
    const tables = properties('AWS::DynamoDB::Table');
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

  test('lets sessions and upgrades expire, and keeps old and new images of upgrades in a stream', () => {
    const tables = Object.entries(resources(prod, 'AWS::DynamoDB::Table'));
    const having = (name: string) =>
      tables
        .filter(([, { Properties }]) => name in Properties)
        .map(([id, { Properties }]) => [id.slice(6, -8), Properties[name]]);
    const expiry = { AttributeName: 'expiresAt', Enabled: true };
    expect(having('TimeToLiveSpecification')).toEqual([
      ['Sessions', expiry],
      ['Upgrades', expiry],
    ]);
    expect(having('StreamSpecification')).toEqual([['Upgrades', { StreamViewType: 'NEW_AND_OLD_IMAGES' }]]);
  });

  test('lets a function log and trace, besides its calls on tables (http/rights.test.ts)', () => {
    const policies = Object.entries(resources(prod, 'AWS::IAM::Policy')).filter(([id]) => id.startsWith('Operations'));
    expect(policies).toHaveLength(2);
    for (const [id, { Properties }] of policies) {
      const statements = (Properties['PolicyDocument'] as Policy).Statement.filter(
        ({ Action }) => ![Action].flat().join().startsWith('dynamodb:'),
      );
      const logs = expect.stringMatching(new RegExp(`^${id.slice(0, -'RoleDefaultPolicy'.length - 8)}Logs`));
      expect(statements).toEqual([
        expect.objectContaining({
          Action: ['logs:CreateLogStream', 'logs:PutLogEvents'],
          Resource: { 'Fn::GetAtt': [logs, 'Arn'] },
        }),
        expect.objectContaining({ Action: ['xray:PutTelemetryRecords', 'xray:PutTraceSegments'], Resource: '*' }),
      ]);
    }
  });

  test('tells the names of all that others and the runbooks look for', () => {
    const values = Object.entries(outputsOf('prod')).map(([name, value]) => `${name} ${value}`);
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

test.each([
  ['prod', 'Retain'],
  ['dev', 'Delete'],
])('When the stack is deleted, what holds data in %s has the policy %s', (stage, policy) => {
  const types = ['DynamoDB::Table', 'Events::Archive', 'Events::EventBus', 'Logs::LogGroup', 'SQS::Queue'];
  for (const type of types) {
    for (const resource of Object.values(resources(templateOf(stage), `AWS::${type}`))) {
      expect(resource).toMatchObject({ DeletionPolicy: policy, UpdateReplacePolicy: policy });
    }
  }
});
