import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { TableNames } from '../../../stage/tables.ts';

/** What the tool needs to know about a stage. */
export interface StageAddress {
  /** Base URL of the API, without a trailing slash. */
  readonly url: string;
  readonly tables: TableNames;
  /** Name of the tool's user, as those who run the stage know it: on AWS, the caller's ARN. */
  readonly operator: () => Promise<string>;
}

/** A stage that the tool works on. */
export interface Stage extends StageAddress {
  /** For the stores that handle raw items. */
  readonly client: DynamoDBClient;
  readonly documents: DynamoDBDocumentClient;
}
