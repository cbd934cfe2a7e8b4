/** Where the tool finds a stage. A server stands in for AWS: CloudFormation and STS. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { asAdmin, emptyFolder, failureOf, fleetJson, folderOf } from '../../../support/fleet.ts';
import { newDevice, stage, storedUpgrade } from '../../../support/stage.ts';

/** The outputs of the stacks that there are. */
const tables = {
  SessionsTableName: stage.tables.sessions,
  DevicesTableName: stage.tables.devices,
  FirmwaresTableName: stage.tables.firmwares,
  UpgradesTableName: stage.tables.upgrades,
};
const stacks: Readonly<Record<string, object>> = { ann: { ApiUrl: `${stage.url}/`, ...tables }, old: tables };

const ARN = 'arn:aws:sts::123456789012:assumed-role/operators/ann';
const identity = `<GetCallerIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><GetCallerIdentityResult>
  <Arn>${ARN}</Arn></GetCallerIdentityResult></GetCallerIdentityResponse>`;

function description(outputs: object): string {
  const members = Object.entries(outputs).map(
    ([key, value]) => `<member><OutputKey>${key}</OutputKey><OutputValue>${String(value)}</OutputValue></member>`,
  );
  return `<DescribeStacksResponse xmlns="http://cloudformation.amazonaws.com/doc/2010-05-15/"><DescribeStacksResult><Stacks><member>
    <StackName>stream-fleet-ann</StackName><StackStatus>CREATE_COMPLETE</StackStatus><CreationTime>2026-11-27T12:00:00Z</CreationTime>
    <Outputs>${members.join('')}</Outputs></member></Stacks></DescribeStacksResult></DescribeStacksResponse>`;
}

const refusal = `<ErrorResponse xmlns="http://cloudformation.amazonaws.com/doc/2010-05-15/"><Error><Type>Sender</Type>
  <Code>ValidationError</Code><Message>Stack with id stream-fleet-bob does not exist</Message></Error></ErrorResponse>`;

const aws = createServer((request, response) => {
  void text(request).then((body) => {
    const stack = stacks[/StackName=stream-fleet-(?<name>\w+)/.exec(body)?.groups?.['name'] ?? ''];
    const isCaller = body.includes('GetCallerIdentity');
    response.writeHead(isCaller || stack ? 200 : 400, { 'content-type': 'text/xml' });
    response.end(isCaller ? identity : stack ? description(stack) : refusal);
  });
});
await new Promise<void>((resolve) => aws.listen(0, '127.0.0.1', resolve));
afterAll(() => {
  aws.closeAllConnections();
  aws.close();
});

// AWS's libraries read the variables of the process themselves.
beforeEach(() => {
  const url = `http://127.0.0.1:${String((aws.address() as AddressInfo).port)}`;
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_CLOUDFORMATION: url,
    AWS_ENDPOINT_URL_STS: url,
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

describe('Without a local stage, one line says what to do', () => {
  test.each([
    ['when none was started', () => emptyFolder()],
    ['when its description is invalid', () => folderOf({ url: stage.url })],
  ])('%s', async (_why, folder) => {
    const failure = await failureOf('device list', { folder: folder() });
    expect(failure).toMatch(/^No local stage runs in this folder: .+npm start/);
  });

  test('when PORT names another than the one that runs', async () => {
    const failure = await failureOf('device list', { variables: { PORT: '1' } });
    expect(failure).toMatch(/^No local stage runs in this folder on port 1: /);
  });
});
