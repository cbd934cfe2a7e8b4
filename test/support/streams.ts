import { DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import { type _Record, DescribeStreamCommand, DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { LOCAL } from '../../tools/stage/account.ts';
import { localDynamoDB } from '../../tools/stage/dynamodb.ts';
import { streamRecords } from '../../tools/stage/pipes/stream-records.ts';

export function localStreams(endpoint: string): DynamoDBStreamsClient {
  return new DynamoDBStreamsClient({ ...LOCAL, endpoint });
}

/** The position of a serial number's only record in a table's stream, in the form of a pipe's dead letter. */
export async function batchOf(endpoint: string, TableName: string, sn: string): Promise<object> {
  const client = localStreams(endpoint);
  const { Table } = await localDynamoDB(endpoint).send(new DescribeTableCommand({ TableName }));
  const streamArn = Table?.LatestStreamArn ?? '';
  const number = await sequenceNumberOf(sn, streamRecords(client, streamArn, AbortSignal.timeout(200_000)));
  const { StreamDescription } = await client.send(new DescribeStreamCommand({ StreamArn: streamArn }));
  const shardId = StreamDescription?.Shards?.at(-1)?.ShardId;
  const batch = { streamArn, shardId, startSequenceNumber: number, endSequenceNumber: number, batchSize: 1 };
  return { DDBStreamBatchInfo: batch };
}

async function sequenceNumberOf(sn: string, records: AsyncIterable<_Record>): Promise<string | undefined> {
  for await (const { dynamodb } of records) if (dynamodb?.Keys?.['sn']?.S === sn) return dynamodb.SequenceNumber;
  return undefined;
}
