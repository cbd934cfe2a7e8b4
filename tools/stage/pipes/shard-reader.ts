import {
  ExpiredIteratorException,
  GetRecordsCommand,
  GetShardIteratorCommand,
  TrimmedDataAccessException,
  type _Record as StreamRecord,
  type DynamoDBStreamsClient,
} from '@aws-sdk/client-dynamodb-streams';

interface Position {
  readonly client: DynamoDBStreamsClient;
  readonly streamArn: string;
  readonly shardId: string;
}

/** Reads one shard of a stream, from its beginning to its end. */
export class ShardReader {
  readonly #position: Position;
  #iterator: string | undefined;
  #lastSequenceNumber: string | undefined;
  #ended = false;

  constructor(position: Position) {
    this.#position = position;
  }

  /** Whether there will be no more records: the shard was closed, and its children go on. */
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
    // Iterators live for a quarter of an hour; a machine may sleep for longer.
    const expired = error instanceof ExpiredIteratorException;
    // DynamoDB Local says so of an iterator that was made when the shard was empty, once there is a first record.
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
