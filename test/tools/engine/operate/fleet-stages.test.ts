/** Where the tool finds a stage. A server stands in for AWS: CloudFormation and STS. */
import { text } from 'node:stream/consumers';
import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { asAdmin, failureOf, fleetJson, folderOf } from '../../../support/fleet.ts';
import { emptyFolder } from '../../../support/folders.ts';
import { startServer } from '../../../support/server.ts';
import { newDevice, stage, storedUpgrade } from '../../../support/stage.ts';

/** The outputs of the stacks that there are. */
const tables = Object.fromEntries(
  Object.entries(stage.tables).map(([role, name]) => [
    `${role.replace(/^./, (first) => first.toUpperCase())}TableName`,
    name,
  ]),
);
const stacks: Readonly<Record<string, object>> = { ann: { ApiUrl: `${stage.url}/`, ...tables }, old: tables };

const ARN = 'arn:aws:sts::123456789012:assumed-role/operators/ann';
const identity = `<R><GetCallerIdentityResult><Arn>${ARN}</Arn></GetCallerIdentityResult></R>`;
const refusal = `<R><Error><Code>ValidationError</Code><Message>Stack does not exist</Message></Error></R>`;

function description(outputs: object): string {
  const members = Object.entries(outputs).map(
    ([key, value]) => `<member><OutputKey>${key}</OutputKey><OutputValue>${String(value)}</OutputValue></member>`,
  );
  const stack = `<member><Outputs>${members.join('')}</Outputs></member>`;
  return `<R><DescribeStacksResult><Stacks>${stack}</Stacks></DescribeStacksResult></R>`;
}

const aws = await startServer((request, response) => {
  void text(request).then((body) => {
    const stack = stacks[/StackName=stream-fleet-(?<name>\w+)/.exec(body)?.groups?.['name'] ?? ''];
    const isCaller = body.includes('GetCallerIdentity');
    response.writeHead(isCaller || stack ? 200 : 400, { 'content-type': 'text/xml' });
    response.end(isCaller ? identity : stack ? description(stack) : refusal);
  });
});
afterAll(() => aws.close());

// AWS's libraries read the variables of the process themselves.
beforeEach(() => {
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_CLOUDFORMATION: aws.url,
    AWS_ENDPOINT_URL_STS: aws.url,
    AWS_ENDPOINT_URL_DYNAMODB: stage.dynamodbEndpoint,
    AWS_REGION: stage.region,
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_CONFIG_FILE: '/none',
  });
});

describe('A deployed stage', () => {
  test('is found by the outputs of its stack, and the operator by AWS', async () => {
    const options = { ...asAdmin, folder: emptyFolder() };
    const sn = await newDevice();
    expect(await fleetJson(`device show ${sn} --stage ann`, options)).toMatchObject([{ sn }]);
    const started = await fleetJson(`--stage ann upgrade start ${sn} --firmware 21`, options);
    expect(started).toEqual([{ sn, result: 0, name: 'SUCCESS' }]);
    await fleetJson(`--stage ann upgrade finish ${sn}`, options);
    expect(await storedUpgrade(sn)).toMatchObject({ state: 'succeeded', endedBy: ARN });
  });

  test.each([
    ['was never deployed', 'bob', 'There is no stack stream-fleet-bob in this AWS account and region: check the name,'],
    ['lacks outputs', 'old', 'The stack stream-fleet-old lacks outputs: deploy it again'],
  ])('that %s is reported in one line', async (_what, name, message) => {
    expect(await failureOf(`device list --stage ${name}`, { folder: emptyFolder() })).toMatch(message);
  });

  test('needs a region', async () => {
    process.env['AWS_REGION'] = '';
    const failure = await failureOf('device list --stage ann', { folder: emptyFolder() });
    expect(failure).toMatch(/^No valid AWS region is set: set AWS_REGION/);
  });
});

test.each([
  ['none was started', emptyFolder(), {}, ''],
  ['its description is invalid', folderOf({ url: stage.url }), {}, ''],
  ['it was killed, and left its description', folderOf({ ...stage, url: 'http://127.0.0.1:9' }), {}, ''],
  ['its port is another program’s by now', folderOf({ ...stage, url: stage.dynamodbEndpoint }), {}, ''],
  ['PORT names another than the one that runs', folderOf(stage), { PORT: '1' }, ' on port 1'],
])('One line says what to do without a local stage, when %s', async (_why, folder, variables, where) => {
  const failure = await failureOf('device list', { folder, variables });
  expect(failure).toMatch(new RegExp(`^No local stage runs in this folder${where}: .+npm start`));
});
