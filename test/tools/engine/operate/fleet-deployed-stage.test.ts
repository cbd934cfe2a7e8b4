/** The tool on a deployed stage, of which CloudFormation alone is played by a server: there is no AWS account here. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, expect, test } from '@jest/globals';
import { emptyFolder, fleet, fleetJson } from '../../../support/fleet.ts';
import { newDevice, stage } from '../../../support/stage.ts';
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

/** Variables with which AWS's libraries find this stand-in, which knows one stack. */
async function aws(): Promise<Record<string, string>> {
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const isKnown = body.includes('StackName=stream-fleet-ann');
      response.writeHead(isKnown ? 200 : 400, { 'content-type': 'text/xml' }).end(isKnown ? description() : refusal());
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    AWS_ENDPOINT_URL_CLOUDFORMATION: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    AWS_ENDPOINT_URL_DYNAMODB: stage.dynamodbEndpoint,
    AWS_REGION: stage.region,
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
  };
}

function description(): string {
  const members = Object.entries(outputs).map(
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

test('a deployed stage is found by the outputs of its stack, its tables and its API', async () => {
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
});

test('a stage that was never deployed is told in one line', async () => {
  const run = await fleet(['device', 'list', '--stage', 'bob'], { variables: await aws(), folder: emptyFolder() });
  const complaint = 'error: ValidationError: Stack with id stream-fleet-bob does not exist\n';
  expect(run).toEqual({ code: 1, output: '', complaint });
});
