import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import * as v from 'valibot';
import { localDynamoDB } from '../../../stage/dynamodb.ts';
import { FleetError } from '../fleet-error.ts';
import type { StageAddress } from './stage.ts';

/** The file in which the local stage describes itself while it runs. */
const STATE_FILE = '.local/stage.json';

const Description = v.object({
  url: v.string(),
  dynamodbEndpoint: v.string(),
  tables: v.object({ sessions: v.string(), devices: v.string(), firmwares: v.string(), upgrades: v.string() }),
});

/** The local stage that runs in the current folder. Throws a FleetError when none does. */
export async function localStage(): Promise<StageAddress & { client: DynamoDBClient }> {
  const { url, dynamodbEndpoint, tables } = await description();
  return { url, tables, client: localDynamoDB(dynamodbEndpoint) };
}

async function description(): Promise<v.InferOutput<typeof Description>> {
  try {
    return v.parse(Description, JSON.parse(await readFile(resolve(STATE_FILE), 'utf8')));
  } catch (cause) {
    throw new FleetError(
      `No local stage runs here, as there is no readable ${STATE_FILE}: start one with "npm start", or name a deployed one with --stage NAME`,
      { cause },
    );
  }
}
