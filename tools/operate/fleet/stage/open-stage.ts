import { userInfo } from 'node:os';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { CommandError, type ProgramContext } from '../../../command-line.ts';
import { localDynamoDB } from '../../../stage/dynamodb.ts';
import { runningStages } from '../../../stage/running-stages.ts';
import type { Stage, StageAddress } from './stage.ts';

/**
 * The deployed stage of this name; without a name, the local stage of the current folder, chosen by the variable PORT
 * if there are several.
 * @throws CommandError when there is none, or it is unclear which
 */
export async function openStage(name: string | undefined, context: ProgramContext): Promise<Stage> {
  // Loaded only when needed: the libraries behind a deployed stage take a while.
  const deployed = async (stack: string) => (await import('./deployed-stage.ts')).deployedStage(stack);
  const address = await (name === undefined ? localStage(context) : deployed(name));
  // Large numbers are read as JavaScript numbers, as in the functions: ids of stream servers may exceed 2^53.
  const documents = DynamoDBDocumentClient.from(address.client, {
    marshallOptions: { removeUndefinedValues: true, allowImpreciseNumbers: true },
    unmarshallOptions: { wrapNumbers: Number },
  });
  return { ...address, documents };
}

async function localStage({ cwd, env }: ProgramContext): Promise<StageAddress> {
  const port = env['PORT'];
  const running = await runningStages(cwd());
  const [stage, ...more] = running.filter(({ url }) => port === undefined || new URL(url).port === port);
  if (stage === undefined) {
    const where = port === undefined ? '' : ` on port ${port}`;
    throw new CommandError(
      `No local stage runs in this folder${where}: start one with "npm start", or name a deployed one with --stage NAME`,
    );
  }
  if (more.length > 0) {
    const ports = running.map(({ url }) => new URL(url).port).join(', ');
    throw new CommandError(`Several local stages run in this folder, on the ports ${ports}: set PORT to one of them`);
  }
  const { url, tables, dynamodbEndpoint } = stage;
  return { url, tables, client: localDynamoDB(dynamodbEndpoint), operator: () => Promise.resolve(userInfo().username) };
}
