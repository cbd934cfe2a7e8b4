import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { createClient } from '../../functions/store/client.ts';
import { documentClient } from '../../functions/store/document-client.ts';
import type { Intervention } from '../../tools/stage/database-proxy/fault-proxy.ts';
import { CREDENTIALS, REGION } from '../../tools/stage/account.ts';
import { captureOutput, type Output } from './console.ts';
import { clear, interveneNext, startDatabaseProxy, type DatabaseProxy } from './database-proxy.ts';
import { stage } from './stage.ts';

/** The environment in which Lambda would run the functions, with the database at this URL. */
export function lambdaEnvironment(databaseUrl: string): void {
  Object.assign(process.env, {
    AWS_REGION: REGION,
    AWS_ACCESS_KEY_ID: CREDENTIALS.accessKeyId,
    AWS_SECRET_ACCESS_KEY: CREDENTIALS.secretAccessKey,
    AWS_ENDPOINT_URL_DYNAMODB: databaseUrl,
  });
}

/**
 * The functions' own client, with a minute for each attempt: on a busy machine, the engine may take longer than the two
 * seconds that a function waits.
 */
export function patientClient(): DynamoDBClient {
  const client = createClient();
  const handler = client.config.requestHandler as unknown as {
    updateHttpClientConfig(key: string, value: number): void;
  };
  for (const key of ['requestTimeout', 'socketTimeout']) handler.updateHttpClientConfig(key, 60_000);
  return client;
}

export interface Database extends Output {
  /** The functions' own client, in this process, with longer attempts. */
  readonly client: DynamoDBClient;
  /** The same with items as plain objects. */
  readonly documents: DynamoDBDocumentClient;
  /** The proxy between that client and the engine of the shared stage. */
  readonly proxy: DatabaseProxy;
  /** Applies a fault to the next `times` calls of an operation, and lets all others pass. */
  next(times: number, operation: string, fault: Intervention): void;
}

/** A database for the stores of a suite, whose output is captured. Each test begins without faults or recorded calls. */
export function databaseOfSuite(): Database {
  const scope = new AsyncDisposableStack();
  const parts = {} as { client: DynamoDBClient; documents: DynamoDBDocumentClient; proxy: DatabaseProxy };
  beforeAll(async () => {
    parts.proxy = await startDatabaseProxy(scope, stage.dynamodbEndpoint);
    lambdaEnvironment(parts.proxy.url);
    parts.client = patientClient();
    parts.documents = documentClient(parts.client);
  });
  beforeEach(() => {
    clear(parts.proxy);
  });
  afterAll(async () => {
    parts.client.destroy();
    await scope.disposeAsync();
  });
  return Object.assign(parts, captureOutput(), {
    next: (times: number, operation: string, fault: Intervention) => {
      interveneNext(parts.proxy, times, operation, fault);
    },
  });
}
