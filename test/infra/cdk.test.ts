/** What only CDK itself can tell: the findings of rule packs, and parts of the stack that no stage has. */
import { describe, expect, jest, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, Stack, type AppProps } from 'aws-cdk-lib';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import { createApp } from '../../infra/create-app.ts';
import { NAMED_STAGES, type StageSettings } from '../../infra/stages.ts';
import { StreamFleetStack } from '../../infra/stream-fleet-stack.ts';
import { TEMPLATE_ALONE } from '../support/assemblies.ts';
import { emptyFolder } from '../support/folders.ts';
import { templateOf } from '../support/templates.ts';

// CDK's own check of templates is made below, once for each.
process.env['CDK_VALIDATION'] = 'false';
// A rule of cdk-nag reads a property that CDK has deprecated.
process.env['JSII_DEPRECATED'] = 'quiet';

const outdir = emptyFolder();
const PROPS: AppProps = { outdir, context: TEMPLATE_ALONE };

// The other stages differ from dev in times alone (differences.test.ts).
test.each(['dev', 'prod'])('The stage %s has no open finding of the AwsSolutions and Serverless rules', (stage) => {
  const app = createApp(PROPS, stage);
  const findings = [AwsSolutionsChecks, ServerlessChecks].flatMap(
    (Pack) => new Pack(app).validateScope(app).violations,
  );
  expect(findings.map(({ ruleName }) => ruleName)).toEqual([]);
});

function templateWith(difference: Partial<StageSettings>): Template {
  const app = new App(PROPS);
  const settings = { ...NAMED_STAGES.dev, ...difference };
  return Template.fromStack(new StreamFleetStack(app, 'Test', { stage: 'dev', settings }));
}

const customDomain = { name: 'api.example.com', certificateArn: 'arn:aws:acm:eu-central-1:123456789012:certificate/0' };

/** All that a stage may have, and else what prod has. */
const everything = templateWith({
  ...NAMED_STAGES.prod,
  allowedOrigins: ['https://console.example.com'],
  alarmReceivers: ['team@example.com'],
  customDomain,
  reservedConcurrency: 20,
  originSecretHashes: ['a'.repeat(64), 'b'.repeat(64)],
  publicUrl: 'https://fleet.example.com',
  monthlyBudgetUsd: 200,
  customerKey: true,
});

/** What every stage has. */
const plain = Template.fromJSON({ ...templateOf('dev') });

test('A stage with a setting that cannot be is not synthesised', () => {
  expect(() => templateWith({ maxBatchSize: 0 })).toThrow(/^Invalid settings for stage dev: maxBatchSize must .*\.$/);
});

test('Without a stage, the app fails and says in one line which there are', async () => {
  const said = jest.spyOn(console, 'error').mockReturnValueOnce();
  await import('../../infra/app.ts');
  expect([said.mock.calls, process.exitCode]).toEqual([[[expect.stringMatching(/^Which stage\?.*$/)]], 1]);
  process.exitCode = 0;
});

test('Receivers of alarms are subscribed by e-mail', () => {
  everything.hasResourceProperties('AWS::SNS::Subscription', {
    Protocol: 'email',
    Endpoint: 'team@example.com',
  });
});

test('A stage with a domain answers under that name alone, with its certificate; its URL is that, or of what is in front', () => {
  everything.hasResourceProperties('AWS::ApiGatewayV2::DomainName', {
    DomainName: 'api.example.com',
    DomainNameConfigurations: [{ CertificateArn: customDomain.certificateArn, EndpointType: 'REGIONAL' }],
  });
  everything.hasResourceProperties('AWS::ApiGatewayV2::ApiMapping', { Stage: Match.anyValue() });
  everything.hasResourceProperties('AWS::ApiGatewayV2::Api', { DisableExecuteApiEndpoint: true });
  templateWith({ customDomain }).hasOutput('ApiUrl', { Value: 'https://api.example.com' });
  everything.hasOutput('ApiUrl', { Value: 'https://fleet.example.com' });
  const [domain] = Object.keys(everything.findResources('AWS::ApiGatewayV2::DomainName'));
  everything.hasOutput('DomainTarget', { Value: { 'Fn::GetAtt': [domain, 'RegionalDomainName'] } });
  everything.hasOutput('DomainHostedZoneId', { Value: { 'Fn::GetAtt': [domain, 'RegionalHostedZoneId'] } });
});

/**
 * What AWS would refuse of templates, by its own validator: 20 MB of WebAssembly. In a process of its own, as the collector would
 * go through all that jest holds, and with flags that halve its processor time: it ends before a better compiler could help.
 */
const VALIDATE = `
  const { App, CloudFormationValidatePlugin } = require('aws-cdk-lib');
  const stackTemplates = process.argv.slice(1).map((templatePath) => ({ templatePath, stackConstructPath: 'Stack' }));
  const files = { stackTemplates, templatePaths: process.argv.slice(1), appConstruct: new App() };
  console.log(JSON.stringify(new CloudFormationValidatePlugin().validate(files).violations));
`;

// Each property of prod is there in one of the two; the others differ from dev in times alone (differences.test.ts).
test('AWS takes each property of each resource of dev and of prod with all that a stage may have, and refuses one that there is not', () => {
  const broken = { Resources: { bus: { Type: 'AWS::Events::EventBus', Properties: { Name: 'bus', Nmae: 'bus' } } } };
  const paths = [templateOf('dev'), everything.toJSON(), broken].map((template, at) => {
    const path = join(outdir, `${String(at)}.template.json`);
    writeFileSync(path, JSON.stringify(template));
    return path;
  });
  const env = { ...process.env, NODE_OPTIONS: '' };
  const args = ['--liftoff-only', '--no-concurrent-marking', '--eval', VALIDATE, ...paths];
  const printed = execFileSync(process.execPath, args, { env, encoding: 'utf8' });
  expect(JSON.parse(printed)).toMatchObject([{ description: expect.stringContaining('Nmae') }]);
});

test.each<[string, Record<string, string>]>([
  ['the shared secrets of its front proxy', { ORIGIN_SECRET_HASHES: `${'a'.repeat(64)},${'b'.repeat(64)}` }],
  ['how long a session may last', { LONGEST_SESSION_SECONDS: '2592000' }],
])('All functions that answer callers are told %s, and nothing where it says nothing', (_what, Variables) => {
  everything.resourcePropertiesCountIs('AWS::Lambda::Function', { Environment: { Variables } }, 3);
  const absent = Object.fromEntries(Object.keys(Variables).map((name) => [name, Match.absent()]));
  plain.allResourcesProperties('AWS::Lambda::Function', { Environment: { Variables: absent } });
});

test('A budget tells the receivers of alarms, and may; without one there is none', () => {
  const [topic] = Object.keys(everything.findResources('AWS::SNS::Topic'));
  const Subscribers = [{ Address: { Ref: topic }, SubscriptionType: 'SNS' }];
  everything.hasResourceProperties('AWS::Budgets::Budget', {
    Budget: { BudgetLimit: { Amount: 200, Unit: 'USD' }, CostFilters: { TagKeyValue: ['user:stage$dev'] } },
    NotificationsWithSubscribers: [
      { Notification: { NotificationType: 'ACTUAL', Threshold: 80 }, Subscribers },
      { Notification: { NotificationType: 'FORECASTED', Threshold: 100 }, Subscribers },
    ],
  });
  everything.hasResourceProperties('AWS::SNS::TopicPolicy', {
    PolicyDocument: {
      Statement: Match.arrayWith([
        Match.objectLike({ Action: 'sns:Publish', Principal: { Service: 'budgets.amazonaws.com' } }),
      ]),
    },
  });
  plain.resourceCountIs('AWS::Budgets::Budget', 0);
});

test('A key of the account’s own encrypts all tables, and is used through DynamoDB alone; without it AWS’s does', () => {
  const [key] = Object.keys(everything.findResources('AWS::KMS::Key'));
  everything.allResourcesProperties('AWS::DynamoDB::Table', {
    SSESpecification: { SSEType: 'KMS', KMSMasterKeyId: { 'Fn::GetAtt': [key, 'Arn'] } },
  });
  everything.hasResourceProperties('AWS::KMS::Key', {
    EnableKeyRotation: true,
    KeyPolicy: {
      Statement: Match.arrayWith([
        Match.objectLike({
          Principal: { AWS: '*' },
          Condition: {
            StringEquals: {
              'kms:CallerAccount': { Ref: 'AWS::AccountId' },
              'kms:ViaService': { 'Fn::Join': ['', ['dynamodb.', { Ref: 'AWS::Region' }, '.amazonaws.com']] },
            },
          },
        }),
      ]),
    },
  });
  plain.resourceCountIs('AWS::KMS::Key', 0);
});

test('Environments that a stage reserves are reserved for each function', () => {
  everything.allResourcesProperties('AWS::Lambda::Function', { ReservedConcurrentExecutions: 20 });
});

describe('The canary', () => {
  const prod = (context: object) => {
    const { node } = createApp({ outdir, context: { ...TEMPLATE_ALONE, ...context } }, 'prod');
    return Template.fromStack(Stack.of(node.findChild('StreamFleet')));
  };

  test('and the runs over roll-outs can be switched off for a deploy: aliases are then moved by no deployment, which an alarm would stop', () => {
    const off = prod({ canary: 'off', schedule: 'off' });
    off.hasResourceProperties('AWS::Events::Rule', { ScheduleExpression: 'rate(1 minute)', State: 'DISABLED' });
    off.resourcePropertiesCountIs('AWS::CloudWatch::Alarm', { ActionsEnabled: false }, 1);
    off.resourceCountIs('AWS::CodeDeploy::DeploymentGroup', 0);
    off.allResources('AWS::Lambda::Alias', { UpdatePolicy: Match.absent() });
    expect(() => prod({ canary: 'on' })).toThrow(/^The canary can be switched off alone: -c canary=off\.$/);
  });
});

test('Origins that a stage names may call with cookies, each named and none by wildcard', () => {
  everything.hasResourceProperties('AWS::ApiGatewayV2::Api', {
    CorsConfiguration: {
      AllowOrigins: ['https://console.example.com'],
      AllowCredentials: true,
      AllowMethods: ['GET', 'POST'],
      AllowHeaders: ['content-type', 'idempotency-key'],
      ExposeHeaders: ['retry-after', 'apigw-requestid'],
    },
  });
});
