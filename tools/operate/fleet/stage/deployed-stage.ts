import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import * as v from 'valibot';
import { FleetError } from '../fleet-error.ts';
import type { StageAddress } from './stage.ts';

/** The outputs of the stack that the tool works by. */
const Outputs = v.object({
  ApiUrl: v.string(),
  SessionsTableName: v.string(),
  DevicesTableName: v.string(),
  FirmwaresTableName: v.string(),
  UpgradesTableName: v.string(),
});

/** A call that is not answered is made again instead of being waited for without end. */
const requestHandler = { connectionTimeout: 5_000, requestTimeout: 15_000, throwOnRequestTimeout: true };

/** A deployed stage, with the credentials and the region that AWS's own tools would use. */
export async function deployedStage(name: string): Promise<StageAddress & { client: DynamoDBClient }> {
  return {
    ...(await addressOf(name, new CloudFormationClient({ requestHandler }))),
    client: new DynamoDBClient({ requestHandler }),
  };
}

/** Where a deployed stage is, by the outputs of its stack. Throws a FleetError when those do not tell. */
export async function addressOf(name: string, client: Pick<CloudFormationClient, 'send'>): Promise<StageAddress> {
  const StackName = `stream-fleet-${name}`;
  const { Stacks } = await client.send(new DescribeStacksCommand({ StackName }));
  const outputs = (Stacks?.[0]?.Outputs ?? []).map(({ OutputKey = '', OutputValue }) => [OutputKey, OutputValue]);
  const parsed = v.safeParse(Outputs, Object.fromEntries(outputs));
  if (!parsed.success) throw new FleetError(`The stack ${StackName} lacks outputs: deploy it again`);
  const { ApiUrl, SessionsTableName, DevicesTableName, FirmwaresTableName, UpgradesTableName } = parsed.output;
  return {
    url: ApiUrl.replace(/\/+$/, ''),
    tables: {
      sessions: SessionsTableName,
      devices: DevicesTableName,
      firmwares: FirmwaresTableName,
      upgrades: UpgradesTableName,
    },
  };
}
