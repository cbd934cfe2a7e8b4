/** The examples of docs/deploying.md, as far as they go without an AWS account. */
import { expect } from '@jest/globals';
import { DefaultStackSynthesizer } from 'aws-cdk-lib';
import { PolicyDocument } from 'aws-cdk-lib/aws-iam';
import { shellWithAws } from '../support/docs/run.ts';
import { testDocument, type Rule } from '../support/docs/test-document.ts';
import { folderOf } from '../support/fleet.ts';
import { stage } from '../support/stage.ts';

const { run } = shellWithAws(folderOf(stage));

/** All checks of the smoke check pass, and this one is among them. */
function smokePasses(check: string): Rule {
  return async (block, before) => {
    const output = await run(block, before);
    expect(output).toMatch(/^(?<all>\d+) of \k<all> checks passed/m);
    expect(output).toContain(`✓ ${check}`);
    return output;
  };
}

/** The policy is one that IAM takes, of a role that one environment of one repository may take on. */
const isTrustPolicy: Rule = ({ text }) => {
  const policy = PolicyDocument.fromJson(JSON.parse(text));
  expect(policy.validateForAnyPolicy()).toEqual([]);
  expect(text).toMatch(/:sub": "repo:OWNER\/REPO:environment:prod"/);
  return '';
};

/** The roles are those of the bootstrap, by the names that CDK gives them. */
const namesRolesOfBootstrap: Rule = ({ text }) => {
  const policy = PolicyDocument.fromJson(JSON.parse(text));
  expect(policy.validateForIdentityPolicy()).toEqual([]);
  const { DEFAULT_DEPLOY_ROLE_ARN, DEFAULT_FILE_ASSET_PUBLISHING_ROLE_ARN, DEFAULT_LOOKUP_ROLE_ARN } =
    DefaultStackSynthesizer;
  const arns = [DEFAULT_DEPLOY_ROLE_ARN, DEFAULT_FILE_ASSET_PUBLISHING_ROLE_ARN, DEFAULT_LOOKUP_ROLE_ARN];
  const { Statement } = policy.toJSON() as { Statement: { Resource: string[] }[] };
  expect(Statement.map(({ Resource }) => Resource)).toEqual([arns.map(inThisAccount)]);
  return '';
};

function inThisAccount(arn: string): string {
  const values = {
    Partition: 'aws',
    AccountId: 'ACCOUNT',
    Region: 'REGION',
  };
  return arn
    .replace('${Qualifier}', DefaultStackSynthesizer.DEFAULT_QUALIFIER)
    .replaceAll(/\$\{AWS::(?<name>\w+)\}/g, (_, name: keyof typeof values) => values[name]);
}

testDocument(
  'docs/deploying.md',
  {
    "Trust policy of a stage's role: json": isTrustPolicy,
    "Permissions of a stage's role: json": namesRolesOfBootstrap,
    'Filling the tables: sh': smokePasses('The session is valid'),
    'The smoke check: sh': smokePasses('An upgrade needs a session'),
  },
  () =>
    Promise.resolve({
      SESSIONS_TABLE: stage.tables.sessions,
      API_URL: stage.url,
      'https://API_ID.execute-api.REGION.amazonaws.com': stage.url,
    }),
);
