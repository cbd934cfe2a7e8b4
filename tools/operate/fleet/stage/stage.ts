import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { TableNames } from '../../../stage/tables.ts';

/** What the tool needs to know of a stage. */
export interface StageAddress {
  /** Base URL of the API, without a slash at its end. */
  readonly url: string;
  readonly tables: TableNames;
  /** Name of whoever uses the tool, as those who run the stage know it: the caller's ARN on AWS. */
  readonly operator: () => Promise<string>;
}

/** A stage that the tool works on. */
export interface Stage extends StageAddress {
  /** For the stores that handle items in raw form. */
  readonly client: DynamoDBClient;
  readonly documents: DynamoDBDocumentClient;
}
