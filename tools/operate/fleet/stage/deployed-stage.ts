import { CloudFormationClient, DescribeStacksCommand, type Output } from '@aws-sdk/client-cloudformation';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import * as v from 'valibot';
import { CommandError } from '../../../command-line.ts';
import { TableNamesSchema, tableOutputs } from '../../../stage/tables.ts';
import type { StageAddress } from './stage.ts';

/** A call without an answer is retried instead of being awaited forever. */
const requestHandler = { connectionTimeout: 5_000, requestTimeout: 15_000, throwOnRequestTimeout: true };

/**
 * A deployed stage, found by the outputs of its stack, with the credentials and region that AWS's own tools would use.
 * @throws CommandError when there is no such stack, or it lacks outputs
 */
export async function deployedStage(name: string): Promise<StageAddress> {
  const stack = `stream-fleet-${name}`;
  const outputs = new Map((await outputsOf(stack)).map(({ OutputKey, OutputValue }) => [OutputKey, OutputValue]));
  const [url, tables] = [outputs.get('ApiUrl'), tableOutputs((output) => outputs.get(output))];
  if (url === undefined || !v.is(TableNamesSchema, tables)) {
    throw new CommandError(`The stack ${stack} lacks outputs: deploy it again`);
  }
  return { url: url.replace(/\/+$/, ''), tables, client: new DynamoDBClient({ requestHandler }), operator: callerArn };
}

/** This call needs no permission. */
async function callerArn(): Promise<string> {
  const { Arn } = await new STSClient({ requestHandler }).send(new GetCallerIdentityCommand());
  if (Arn === undefined) throw new CommandError('AWS does not say who you are: sign in again');
  return Arn;
}

async function outputsOf(stack: string): Promise<readonly Output[]> {
  const client = new CloudFormationClient({ requestHandler });
  try {
    const { Stacks } = await client.send(new DescribeStacksCommand({ StackName: stack }));
    return Stacks?.[0]?.Outputs ?? [];
  } catch (error) {
    // CloudFormation has no specific error for a missing stack.
    if (!(error instanceof Error && error.name === 'ValidationError')) throw error;
    throw new CommandError(
      `There is no stack ${stack} in this AWS account and region: check the name, AWS_PROFILE and AWS_REGION`,
      { cause: error },
    );
  }
}
