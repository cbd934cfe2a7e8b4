import { expect, test } from '@jest/globals';
import type { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { addressOf } from '../../../../../tools/operate/fleet/stage/deployed-stage.ts';

const outputs = {
  ApiUrl: 'https://api.example.com/',
  SessionsTableName: 'sessions-1',
  DevicesTableName: 'devices-1',
  FirmwaresTableName: 'firmwares-1',
  UpgradesTableName: 'upgrades-1',
  EventBusName: 'not looked at',
};

/** A client that knows one stack with these outputs. */
function clientOf(values: Record<string, string>) {
  const Outputs = Object.entries(values).map(([OutputKey, OutputValue]) => ({ OutputKey, OutputValue }));
  const asked: unknown[] = [];
  const send = ({ input }: DescribeStacksCommand) => {
    asked.push(input);
    return Promise.resolve({ Stacks: [{ Outputs }] });
  };
  return { asked, client: { send } as unknown as CloudFormationClient };
}

test('a deployed stage is where the outputs of its stack say', async () => {
  const { asked, client } = clientOf(outputs);
  expect(await addressOf('ann', client)).toEqual({
    url: 'https://api.example.com',
    tables: { sessions: 'sessions-1', devices: 'devices-1', firmwares: 'firmwares-1', upgrades: 'upgrades-1' },
  });
  expect(asked).toEqual([{ StackName: 'stream-fleet-ann' }]);
});

test('a stack that lacks an output is no stage', async () => {
  const { DevicesTableName, ...others } = outputs;
  await expect(addressOf('ann', clientOf(others).client)).rejects.toThrow('The stack stream-fleet-ann lacks outputs');
});
