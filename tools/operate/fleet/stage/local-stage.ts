import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { localDynamoDB } from '../../../stage/dynamodb.ts';
import { runningStages, type RunningStage } from '../../../stage/running-stages.ts';
import { FleetError } from '../fleet-error.ts';
import type { StageAddress } from './stage.ts';

/**
 * The local stage that runs in the current folder; of several, the one on the port that the variable PORT names. Throws a
 * FleetError when there is none, or no telling which.
 */
export async function localStage(): Promise<StageAddress & { client: DynamoDBClient }> {
  const { url, dynamodbEndpoint, tables } = only(await runningStages(), process.env['PORT']);
  return { url, tables, client: localDynamoDB(dynamodbEndpoint) };
}

function only(running: readonly RunningStage[], port: string | undefined): RunningStage {
  const [stage, ...more] = running.filter(({ url }) => port === undefined || new URL(url).port === port);
  if (stage === undefined) {
    const where = port === undefined ? '' : ` on port ${port}`;
    throw new FleetError(
      `No local stage runs in this folder${where}: start one with "npm start", or name a deployed one with --stage NAME`,
    );
  }
  if (more.length > 0) {
    const ports = running.map(({ url }) => new URL(url).port).join(', ');
    throw new FleetError(`Several local stages run in this folder, on the ports ${ports}: set PORT to one of them`);
  }
  return stage;
}
