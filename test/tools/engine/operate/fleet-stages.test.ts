/** Where the tool finds a stage. A server stands in for AWS: CloudFormation and STS. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, test } from '@jest/globals';
import { emptyFolder, fleet, fleetJson, folderOf } from '../../../support/fleet.ts';
import { newDevice, stage, storedUpgrade } from '../../../support/stage.ts';
import { DEMO } from '../../../../tools/stage/demo-data/demo.ts';

const outputs = {
  ApiUrl: `${stage.url}/`,
  SessionsTableName: stage.tables.sessions,
  DevicesTableName: stage.tables.devices,
  FirmwaresTableName: stage.tables.firmwares,
  UpgradesTableName: stage.tables.upgrades,
};

const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) server.close();
});

/** Variables that point AWS's libraries to this stand-in, which knows the caller and two stacks: ann and old. */
async function aws(): Promise<Record<string, string>> {
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      if (body.includes('GetCallerIdentity'))
        return response.writeHead(200, { 'content-type': 'text/xml' }).end(identity);
      const name = /StackName=stream-fleet-(?<name>ann|old)/.exec(body)?.groups?.['name'];
      const { ApiUrl, ...others } = outputs;
      const found = name === 'ann' ? { ApiUrl, ...others } : others;
      return response
        .writeHead(name ? 200 : 400, { 'content-type': 'text/xml' })
        .end(name ? description(found) : refusal());
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  return {
    AWS_ENDPOINT_URL_CLOUDFORMATION: url,
    AWS_ENDPOINT_URL_STS: url,
    AWS_ENDPOINT_URL_DYNAMODB: stage.dynamodbEndpoint,
    AWS_REGION: stage.region,
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
  };
}

const ARN = 'arn:aws:sts::123456789012:assumed-role/operators/ann';
const identity = `<GetCallerIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><GetCallerIdentityResult>
  <Arn>${ARN}</Arn></GetCallerIdentityResult></GetCallerIdentityResponse>`;

function description(found: Record<string, string>): string {
  const members = Object.entries(found).map(
    ([key, value]) => `<member><OutputKey>${key}</OutputKey><OutputValue>${value}</OutputValue></member>`,
  );
  return `<DescribeStacksResponse xmlns="http://cloudformation.amazonaws.com/doc/2010-05-15/"><DescribeStacksResult><Stacks><member>
    <StackName>stream-fleet-ann</StackName><StackStatus>CREATE_COMPLETE</StackStatus><CreationTime>2026-11-27T12:00:00Z</CreationTime>
    <Outputs>${members.join('')}</Outputs></member></Stacks></DescribeStacksResult></DescribeStacksResponse>`;
}

function refusal(): string {
  return `<ErrorResponse xmlns="http://cloudformation.amazonaws.com/doc/2010-05-15/"><Error><Type>Sender</Type>
    <Code>ValidationError</Code><Message>Stack with id stream-fleet-bob does not exist</Message></Error></ErrorResponse>`;
}

test('a deployed stage is found by the outputs of its stack, its tables and its API, and the operator by AWS', async () => {
  const variables = { ...(await aws()), FLEET_SID: DEMO.admin.sid, FLEET_UID: DEMO.admin.uid };
  const sn = await newDevice();
  const folder = emptyFolder();
  const shown = await fleetJson(['device', 'show', sn, '--stage', 'ann'], { variables, folder });
  expect(shown).toMatchObject([{ sn }]);
  const started = await fleetJson(['--stage', 'ann', 'upgrade', 'start', sn, '--firmware', '21'], {
    variables,
    folder,
  });
  expect(started).toEqual([{ sn, result: 0, name: 'SUCCESS' }]);
  await fleetJson(['--stage', 'ann', 'upgrade', 'finish', sn], { variables, folder });
  expect(await storedUpgrade(sn)).toMatchObject({ state: 'succeeded', endedBy: ARN });
});

test.each([
  ['was never deployed', 'bob', 'There is no stack stream-fleet-bob in this AWS account and region: check the name,'],
  ['lacks outputs', 'old', 'The stack stream-fleet-old lacks outputs: deploy it again'],
])('a stage that %s is told in one line', async (_what, name, message) => {
  const run = await fleet(['device', 'list', '--stage', name], { variables: await aws(), folder: emptyFolder() });
  expect(run).toMatchObject({ code: 1, output: '', complaint: expect.stringMatching(`^error: ${message}[^\n]*\n$`) });
});

test('a missing region is told in one line', async () => {
  const variables = { ...(await aws()), AWS_REGION: '', AWS_CONFIG_FILE: '/none' };
  const { code, complaint } = await fleet(['device', 'list', '--stage', 'ann'], { variables, folder: emptyFolder() });
  expect([code, complaint]).toEqual([
    1,
    expect.stringMatching(/^error: No valid AWS region is set: set AWS_REGION[^\n]*\n$/),
  ]);
});

describe('Without a local stage', () => {
  test.each([
    ['none was started', () => emptyFolder()],
    ['its description is none', () => folderOf({ url: stage.url })],
  ])('one line says so: %s', async (_why, folder) => {
    const complaint = expect.stringMatching(/^error: No local stage runs in this folder: [^\n]+npm start[^\n]+\n$/);
    expect(await fleet(['device', 'list'], { folder: folder() })).toEqual({ code: 1, output: '', complaint });
  });

  test.each([[['firmware', 'list']], [['device', 'list']]])(
    'that answers, one line says what to do, with no heading above it: %j',
    async (command) => {
      const folder = folderOf({ ...stage, dynamodbEndpoint: 'http://127.0.0.1:1' });
      const complaint = expect.stringMatching(/^error: The stage cannot be reached \(ECONNREFUSED\): [^\n]+npm start/);
      expect(await fleet(command, { folder })).toEqual({ code: 1, output: '', complaint });
    },
  );
});
