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

interface Position {
  readonly client: DynamoDBStreamsClient;
  readonly streamArn: string;
  readonly shardId: string;
}

/** Reads one shard of a stream, from its beginning to its end. */
class ShardReader {
  readonly #position: Position;
  #iterator: string | undefined;
  #lastSequenceNumber: string | undefined;
  #ended = false;

  constructor(position: Position) {
    this.#position = position;
  }

  /** Whether there are no more records: the shard was closed, and its children continue. */
  get ended(): boolean {
    return this.#ended;
  }

  /** The records since the last call. */
  async read(signal: AbortSignal): Promise<readonly StreamRecord[]> {
    try {
      this.#iterator ??= await this.#newIterator(signal);
      const command = new GetRecordsCommand({ ShardIterator: this.#iterator });
      const { Records = [], NextShardIterator } = await this.#position.client.send(command, { abortSignal: signal });
      this.#iterator = NextShardIterator;
      this.#ended = NextShardIterator === undefined;
      this.#lastSequenceNumber = Records.at(-1)?.dynamodb?.SequenceNumber ?? this.#lastSequenceNumber;
      return Records;
    } catch (error) {
      this.#startOver(error);
      return [];
    }
  }

  #startOver(error: unknown): void {
    // Iterators expire after 15 minutes; a machine may sleep for longer.
    const expired = error instanceof ExpiredIteratorException;
    // DynamoDB Local throws this for an iterator that was made while the shard was empty, once there is a first record.
    const trimmed = error instanceof TrimmedDataAccessException;
    if (!expired && !trimmed) throw error;
    this.#iterator = undefined;
    if (trimmed) this.#lastSequenceNumber = undefined;
  }

  async #newIterator(signal: AbortSignal): Promise<string | undefined> {
    const { client, streamArn: StreamArn, shardId: ShardId } = this.#position;
    const SequenceNumber = this.#lastSequenceNumber;
    const from =
      SequenceNumber === undefined
        ? ({ ShardIteratorType: 'TRIM_HORIZON' } as const)
        : ({ ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber } as const);
    const command = new GetShardIteratorCommand({ StreamArn, ShardId, ...from });
    return (await client.send(command, { abortSignal: signal })).ShardIterator;
  }
}

const POLL_MS = 200;

/**
 * The records of a stream from its beginning, until the signal is aborted; then rejects, as requests under way are
 * aborted. The records of an item come in order: a shard is read only after its parent.
 */
export async function* streamRecords(
  client: DynamoDBStreamsClient,
  streamArn: string,
  signal: AbortSignal,
): AsyncGenerator<StreamRecord> {
  const readers = new Map<string, ShardReader>();
  let isListed = false;
  for (;;) {
    // A new shard continues one that has ended.
    const shards = isListed ? [] : await shardsOf(client, streamArn, signal);
    for (const { ShardId: shardId, ParentShardId: parentId } of shards) {
      if (shardId === undefined || readers.has(shardId) || isOpen(readers, parentId)) continue;
      readers.set(shardId, new ShardReader({ client, streamArn, shardId }));
    }
    const open = [...readers.values()].filter(({ ended }) => !ended);
    for (const reader of open) yield* await reader.read(signal);
    isListed = open.length > 0 && open.every(({ ended }) => !ended);
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
