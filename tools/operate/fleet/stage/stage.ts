import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { TableNames } from '../../../stage/tables.ts';

/** What the tool needs to know of a stage. */
export interface StageAddress {
  /** Base URL of the API, without a slash at its end. */
  readonly url: string;
  readonly tables: TableNames;
}

/** A stage that the tool works on. */
export interface Stage extends StageAddress {
  /** For the stores that handle items in raw form. */
  readonly client: DynamoDBClient;
  readonly documents: DynamoDBDocumentClient;
}

/** The deployed stage of a name; without one, the local stage. Throws a FleetError when there is none. */
export async function openStage(name: string | undefined): Promise<Stage> {
  // Loaded when it is needed alone: the libraries behind it take a while.
  const { client, ...address } =
    name === undefined
      ? await (await import('./local-stage.ts')).localStage()
      : await (await import('./deployed-stage.ts')).deployedStage(name);
  return { ...address, client, documents: documentsOf(client) };
}

/** Numbers of any size are read as JavaScript numbers, as the functions do: ids of stream servers may exceed 2^53. */
function documentsOf(client: DynamoDBClient): DynamoDBDocumentClient {
  return DynamoDBDocumentClient.from(client, {
    marshallOptions: { removeUndefinedValues: true },
    unmarshallOptions: { wrapNumbers: Number },
  });
}
