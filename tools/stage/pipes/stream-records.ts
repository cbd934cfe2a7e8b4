import { setTimeout } from 'node:timers/promises';
import {
  DescribeStreamCommand,
  type _Record as StreamRecord,
  type DynamoDBStreamsClient,
  type Shard,
} from '@aws-sdk/client-dynamodb-streams';
import { ShardReader } from './shard-reader.ts';

const POLL_MS = 200;

/**
 * The records of a stream from its beginning on, until the signal is given; then rejects, as whatever is under way is
 * broken off. The records of an item come in order: a shard is read when its parent has been read to the end.
 */
export async function* streamRecords(
  client: DynamoDBStreamsClient,
  streamArn: string,
  signal: AbortSignal,
): AsyncGenerator<StreamRecord> {
  const readers = new Map<string, ShardReader>();
  for (;;) {
    for (const { ShardId: shardId, ParentShardId: parentId } of await shardsOf(client, streamArn, signal)) {
      if (shardId === undefined || readers.has(shardId) || isOpen(readers, parentId)) continue;
      readers.set(shardId, new ShardReader({ client, streamArn, shardId }));
    }
    for (const reader of readers.values()) if (!reader.ended) yield* await reader.read(signal);
    await setTimeout(POLL_MS, undefined, { signal });
  }
}

function isOpen(readers: ReadonlyMap<string, ShardReader>, shardId: string | undefined): boolean {
  const reader = shardId === undefined ? undefined : readers.get(shardId);
  return reader !== undefined && !reader.ended;
}

async function shardsOf(client: DynamoDBStreamsClient, StreamArn: string, signal: AbortSignal): Promise<Shard[]> {
  const shards: Shard[] = [];
  let ExclusiveStartShardId: string | undefined;
  do {
    const command = new DescribeStreamCommand({ StreamArn, ExclusiveStartShardId });
    const { StreamDescription } = await client.send(command, { abortSignal: signal });
    shards.push(...(StreamDescription?.Shards ?? []));
    ExclusiveStartShardId = StreamDescription?.LastEvaluatedShardId;
  } while (ExclusiveStartShardId !== undefined);
  return shards;
}
