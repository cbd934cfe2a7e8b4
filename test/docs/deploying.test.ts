/** The examples of docs/deploying.md, as far as they go without an AWS account. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PutItemCommand, type AttributeValue } from '@aws-sdk/client-dynamodb';
import { expect } from '@jest/globals';
import { assembliesFolder } from '../support/assemblies.ts';
import { standInForAws, testAwsCalls } from '../support/docs/aws.ts';
import { ROOT, textOf } from '../support/docs/documents.ts';
import { pasteIn, shellIn } from '../support/docs/run.ts';
import { notRun, testDocument, type Rule } from '../support/docs/test-document.ts';
import { folderOf } from '../support/fleet.ts';
import { documents, stage } from '../support/stage.ts';
import { outputsOf } from '../support/templates.ts';

const folder = folderOf(stage);
const aws = await standInForAws({
  'cloudwatch describe-alarms': { MetricAlarms: [{ AlarmName: 'alarm' }] },
  'cloudformation describe-stack-events': { StackEvents: [] },
  'cloudformation describe-stacks': ({ query }) =>
    query === undefined ? { Stacks: [{ Outputs: [] }] } : 'ROLLBACK_COMPLETE',
  'cloudwatch get-metric-statistics': { Datapoints: [] },
  'dynamodb list-tables': { TableNames: ['stream-fleet-prod-TablesDevices12'] },
  'deploy list-deployments': { deployments: [] },
  'lambda list-versions-by-function': { Versions: [] },
  'dynamodb put-item': async (options) => {
    const Item = JSON.parse(options['item'] ?? '') as Record<string, AttributeValue>;
    await documents.send(new PutItemCommand({ TableName: options['table-name'], Item }));
  },
});
const run = shellIn(folder, outputsOf('dev'), aws.shell);

/** All checks of the smoke check pass, and this one is among them. */
function smokePasses(check: string): Rule {
  return async (block, before) => {
    const output = await run(block, before);
    expect(output).toMatch(/^(?<all>\d+) of \k<all> checks passed/m);
    expect(output).toContain(`✓ ${check}`);
    return output;
  };
}

/** The role can be assumed by one environment of one repository. */
const isTrustPolicy: Rule = ({ text }) => {
  const tokens = 'token.actions.githubusercontent.com';
  const subject = { [`${tokens}:aud`]: 'sts.amazonaws.com', [`${tokens}:sub`]: 'repo:OWNER/REPO:environment:prod' };
  const Principal = { Federated: `arn:aws:iam::ACCOUNT:oidc-provider/${tokens}` };
  const Condition = { StringEquals: subject };
  expectAllowed(text, { Action: 'sts:AssumeRoleWithWebIdentity', Principal, Condition });
  return '';
};

/** The roles are the bootstrap roles that an assembly names, except the one that CloudFormation itself assumes. */
const namesRolesOfBootstrap: Rule = ({ text }) => {
  const folder = join(assembliesFolder(), 'dev');
  const files = globSync('{manifest,*.assets}.json', { cwd: folder });
  const roles = files.flatMap((file) => readFileSync(join(folder, file), 'utf8').match(/role\/cdk-[\w-]+-role/g) ?? []);
  const assumed = [...new Set(roles)].filter((role) => !role.includes('cfn-exec'));
  expect(assumed).toHaveLength(3);
  const Resource = assumed.toSorted().map((role) => `arn:aws:iam::ACCOUNT:${role}-ACCOUNT-REGION`);
  expectAllowed(text, { Action: 'sts:AssumeRole', Resource });
  return '';
};

/** A policy has this one statement. */
function expectAllowed(policy: string, statement: object): void {
  expect(JSON.parse(policy)).toEqual({ Version: '2012-10-17', Statement: [{ Effect: 'Allow', ...statement }] });
}

/** The regions that support the whole stack are those for which the workflow lints its templates. */
const areLinted: Rule = ({ text }) => {
  const [, linted] = /--regions ((?:[a-z]+-[a-z]+-\d\s+)+)/.exec(textOf('.github/workflows/check.yml')) ?? [];
  expect(text.trim().split(/\s+/)).toEqual(linted?.trim().split(/\s+/));
  return '';
};

const CDK_COMMAND =
  /^(npm ci && )?npx cdk (bootstrap|deploy|destroy|import) .*-c (stage=(dev|staging|prod)\b|"stage=\$STAGE").*\n$/;
const NOBODY =
  'unset AWS_ACCESS_KEY_ID AWS_PROFILE; export AWS_CONFIG_FILE=/none AWS_SHARED_CREDENTIALS_FILE=/none; npx() { node_modules/.bin/"$@"; }';

/** Run in the project, it gets as far as the credentials, which it does not have. */
const lacksCredentialsAlone: Rule = async ({ text }) => {
  expect(text).toMatch(CDK_COMMAND);
  const command = text.replace('npm ci && ', '').replace('ACCOUNT/REGION', '123456789012/eu-central-1');
  // What the run has synthesised already: that it needs no network is in test/infra/stages.test.ts.
  const variables = { CDK_APP: join(assembliesFolder(), 'dev'), AWS_EC2_METADATA_DISABLED: 'true' };
  const { code, stderr } = await pasteIn(folder, variables, NOBODY)(`( cd '${ROOT}' && ${command.trim()} )`);
  expect([code, stderr]).toEqual([1, expect.stringContaining('no credentials have been configured')]);
  return '';
};

/** CDK commands need an account, so only their form is checked. */
const needsAnAccount = notRun('it needs an account', ({ text }) => {
  expect(text).toMatch(CDK_COMMAND);
});

testDocument(
  'docs/deploying.md',
  {
    'A first deploy: text': areLinted,
    'A first deploy: sh': run,
    'A first deploy: sh 2': lacksCredentialsAlone,
    'A first deploy: sh 3': needsAnAccount,
    'A first deploy: sh 4': run,
    'A first deploy: sh 5': run,
    'A first deploy: sh 6': run,
    'A first deploy: sh 7': run,
    'If the first deploy fails: sh': run,
    'If the first deploy fails: sh 2': run,
    'If the first deploy fails: sh 3': run,
    'If the first deploy fails: sh 4': run,
    "If prod's stack was deleted: sh": needsAnAccount,
    'Past an alarm that is on: sh': needsAnAccount,
    'What was changed by hand: sh': needsAnAccount,
    'Moving an alias by hand: sh': run,
    'Moving an alias by hand: sh 2': run,
    "Trust policy of a stage's role: json": isTrustPolicy,
    "Permissions of a stage's role: json": namesRolesOfBootstrap,
    'Filling the tables: sh': smokePasses('The device is not registered'),
    'The smoke check: sh': smokePasses('start-upgrade: No cookie'),
  },
  {
    SESSIONS_TABLE: stage.tables.sessions,
    API_URL: stage.url,
    'https://API_ID.execute-api.REGION.amazonaws.com': stage.url,
  },
);

testDocument('docs/operations/removing-a-stage.md', { sh: run, 'Removing a stage: sh 4': needsAnAccount });

testAwsCalls(aws.calls, folder);
