import { DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient, type _Record as StreamRecord } from '@aws-sdk/client-dynamodb-streams';
import { LOCAL } from '../account.ts';
import { localDynamoDB } from '../dynamodb.ts';
import type { Template } from '../template.ts';
import { pipesOf, type Pipe, type PipeEvent } from './pipes.ts';
import { streamRecords } from './stream-records.ts';

/** Called with each event of the pipes, in stream order. */
export type OnEvent = (event: PipeEvent) => void;

export interface PipesOptions {
  readonly template: Template;
  /** URL of the DynamoDB engine, in which tables are named by their logical ids. */
  readonly endpoint: string;
  readonly onEvent: OnEvent;
  /** Called with each record of the streams that the pipes read, before its events. */
  readonly onRecord?: (record: StreamRecord) => void;
  /** Called with a line that says why there are no events, or no more. */
  readonly onTrouble: (line: string) => void;
}

/**
 * Moves events as the pipes of the template do, until the scope ends; but each record is read once for all of them.
 */
export function startPipes(
  scope: AsyncDisposableStack,
  { template, endpoint, onEvent, onRecord, onTrouble }: PipesOptions,
): void {
  const client = new DynamoDBStreamsClient({ ...LOCAL, endpoint });
  const stop = new AbortController();
  const tables = Map.groupBy(pipesOf(template), ({ tableId }) => tableId);
  const move = async (table: string, pipes: readonly Pipe[]): Promise<void> => {
    try {
      const streamArn = await streamOf(table, endpoint);
      for await (const record of streamRecords(client, streamArn, stop.signal)) {
        onRecord?.(record);
        for (const event of pipes.map((pipe) => pipe.eventOf(record))) if (event) onEvent(event);
      }
    } catch (error) {
      if (!stop.signal.aborted)
        onTrouble(`No events of ${table}: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  const moving = Promise.all([...tables].map(([table, pipes]) => move(table, pipes)));
  scope.defer(async () => {
    stop.abort();
    await moving;
    client.destroy();
  });
}

async function streamOf(table: string, endpoint: string): Promise<string> {
  const client = localDynamoDB(endpoint);
  try {
    const { Table } = await client.send(new DescribeTableCommand({ TableName: table }));
    if (Table?.LatestStreamArn === undefined) throw new Error('the engine has no streams');
    return Table.LatestStreamArn;
  } finally {
    client.destroy();
  }
}
