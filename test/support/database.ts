import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { createClient } from '../../functions/store/client.ts';
import { documentClient } from '../../functions/store/document-client.ts';
import type { DatabaseCall, Intervention } from '../../tools/stage/database-proxy/fault-proxy.ts';
import { interveneNext, startDatabaseProxy, type DatabaseProxy } from './database-proxy.ts';
import { lambdaEnvironment } from './lambda-environment.ts';
import { stage } from './stage.ts';

export interface Database {
  /** The functions' own client, in this process. */
  readonly client: DynamoDBClient;
  /** The same with items as plain objects. */
  readonly documents: DynamoDBDocumentClient;
  /** The proxy between that client and the engine of the shared stage. */
  readonly proxy: DatabaseProxy;
  /** Applies a fault to the next `times` calls of an operation, and lets all others pass. */
  next(times: number, operation: string, fault: Intervention): void;
}

/** A database for the stores of a suite. Each test begins without faults or recorded calls. */
export function databaseOfSuite(): Database {
  const parts = {} as { client: DynamoDBClient; documents: DynamoDBDocumentClient; proxy: DatabaseProxy };
  const pass: Intervention = (_call, forward) => forward();
  beforeAll(async () => {
    parts.proxy = await startDatabaseProxy(stage.dynamodbEndpoint);
    lambdaEnvironment(parts.proxy.url);
    parts.client = createClient();
    parts.documents = documentClient(parts.client);
  });
  beforeEach(() => {
    parts.proxy.calls.length = 0;
    parts.proxy.intervene = pass;
  });
  afterAll(async () => {
    parts.client.destroy();
    await parts.proxy.close();
  });
  return Object.assign(parts, {
    next: (times: number, operation: string, fault: Intervention) => {
      interveneNext(parts.proxy, times, operation, fault);
    },
  });
}

/** The part of a batch read that is for one table. */
export function batchOf(
  { input }: DatabaseCall,
  table: string,
): Readonly<Record<string, unknown>> & { Keys: object[] } {
  return (input['RequestItems'] as Record<string, { Keys: object[] }>)[table] ?? { Keys: [] };
}
