import { DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient, type _Record as StreamRecord } from '@aws-sdk/client-dynamodb-streams';
import { reasonOf } from '../../reason.ts';
import { LOCAL } from '../account.ts';
import { localDynamoDB } from '../dynamodb.ts';
import type { Template } from '../template.ts';
import { patience } from './patience.ts';
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
  /** Called with a line that says why there are no events, or none for now. */
  readonly onTrouble: (line: string) => void;
}

/**
 * Moves events as the pipes of the template do, until the scope ends; but each record is read once for all of them.
 */
export function startPipes(
  scope: AsyncDisposableStack,
  { template, endpoint, onEvent, onRecord, onTrouble }: PipesOptions,
): void {
  const stop = new AbortController();
  const byTable = Map.groupBy(pipesOf(template), ({ tableId }) => tableId);
  const move = async (table: string, pipes: readonly Pipe[]): Promise<void> => {
    const retryStrategy = patience((error) => {
      onTrouble(`Events of ${table} wait for the engine: ${reasonOf(error)}`);
    });
    const tables = localDynamoDB(endpoint, { retryStrategy });
    const streams = new DynamoDBStreamsClient({ ...LOCAL, endpoint, retryStrategy });
    try {
      const { Table } = await tables.send(new DescribeTableCommand({ TableName: table }), { abortSignal: stop.signal });
      if (Table?.LatestStreamArn === undefined) throw new Error('the engine has no streams');
      for await (const record of streamRecords(streams, Table.LatestStreamArn, stop.signal)) {
        onRecord?.(record);
        for (const event of pipes.map((pipe) => pipe.eventOf(record))) if (event) onEvent(event);
      }
    } catch (error) {
      if (!stop.signal.aborted) onTrouble(`No events of ${table}: ${reasonOf(error)}`);
    } finally {
      tables.destroy();
      streams.destroy();
    }
  };
  const moving = Promise.all([...byTable].map(([table, pipes]) => move(table, pipes)));
  scope.defer(async () => {
    stop.abort();
    await moving;
  });
}
