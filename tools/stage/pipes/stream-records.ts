import { setTimeout } from 'node:timers/promises';
import {
  DescribeStreamCommand,
  type DynamoDBStreamsClient,
  ExpiredIteratorException,
  GetRecordsCommand,
  GetShardIteratorCommand,
  type Shard,
  TrimmedDataAccessException,
  type _Record as StreamRecord,
} from '@aws-sdk/client-dynamodb-streams';

const POLL_MS = 500;

/**
 * The records of a stream from its beginning, until the signal is aborted; then rejects, as requests under way are
 * aborted. The records of an item come in order: a shard is read only after its parent.
 */
export async function* streamRecords(
  client: DynamoDBStreamsClient,
  streamArn: string,
  signal: AbortSignal,
): AsyncGenerator<StreamRecord> {
  const readers = new Map<string, AsyncGenerator<readonly StreamRecord[], void>>();
  const ended = new Set<string>();
  const followed = new Set<string>();
  for (;;) {
    // Only a shard that has ended gets children.
    const areAllKnown = readers.size > 0 && [...ended].every((id) => followed.has(id));
    for (const { id, parent } of areAllKnown ? [] : await shardsOf(client, streamArn, signal)) {
      if (readers.has(id) || (readers.has(parent) && !ended.has(parent))) continue;
      readers.set(id, shardRecords(client, { StreamArn: streamArn, ShardId: id }, signal));
      followed.add(parent);
    }
    for (const [id, reader] of readers) {
      const { done, value } = await reader.next();
      if (done) ended.add(id);
      else yield* value;
    }
    await setTimeout(POLL_MS, undefined, { signal });
  }
}

interface ShardName {
  readonly StreamArn: string;
  readonly ShardId: string;
}

/** The records of a shard from its beginning, each time those that have come since; until it is closed, and its children continue. */
async function* shardRecords(
  client: DynamoDBStreamsClient,
  shard: ShardName,
  abortSignal: AbortSignal,
): AsyncGenerator<readonly StreamRecord[], void> {
  let SequenceNumber: string | undefined;
  let ShardIterator: string | undefined;
  for (;;) {
    try {
      ShardIterator ??= (await client.send(iteratorFrom(shard, SequenceNumber), { abortSignal })).ShardIterator;
      const read = new GetRecordsCommand({ ShardIterator });
      const { Records = [], NextShardIterator } = await client.send(read, { abortSignal });
      ShardIterator = NextShardIterator;
      SequenceNumber = Records.at(-1)?.dynamodb?.SequenceNumber ?? SequenceNumber;
      yield Records;
      if (NextShardIterator === undefined) return;
    } catch (error) {
      SequenceNumber = lastReadBefore(error, SequenceNumber);
      ShardIterator = undefined;
    }
  }
}

/** After which record reading goes on with a new iterator; undefined for the beginning. */
function lastReadBefore(error: unknown, last: string | undefined): string | undefined {
  // Iterators expire after 15 minutes; a machine may sleep for longer.
  if (error instanceof ExpiredIteratorException) return last;
  // DynamoDB Local throws this for an iterator that was made while the shard was empty, once there is a first record.
  if (error instanceof TrimmedDataAccessException) return undefined;
  throw error;
}

function iteratorFrom(shard: ShardName, SequenceNumber: string | undefined): GetShardIteratorCommand {
  const ShardIteratorType = SequenceNumber === undefined ? 'TRIM_HORIZON' : 'AFTER_SEQUENCE_NUMBER';
  return new GetShardIteratorCommand({ ...shard, ShardIteratorType, SequenceNumber });
}

async function shardsOf(client: DynamoDBStreamsClient, StreamArn: string, signal: AbortSignal) {
  const shards: Shard[] = [];
  let ExclusiveStartShardId: string | undefined;
  do {
    const command = new DescribeStreamCommand({ StreamArn, ExclusiveStartShardId });
    const { StreamDescription } = await client.send(command, { abortSignal: signal });
    shards.push(...(StreamDescription?.Shards ?? []));
    ExclusiveStartShardId = StreamDescription?.LastEvaluatedShardId;
  } while (ExclusiveStartShardId !== undefined);
  return shards.map(({ ShardId: id = '', ParentShardId: parent = '' }) => ({ id, parent }));
}
