/**
 * Stands in for AWS's command line on the shared stage: answers an operation from AWS_ANSWERS, as JSON or as text, and uses
 * the engine for items and streams. Logs every call to the file that AWS_CALLS names, one JSON object per line.
 */
import { appendFileSync } from 'node:fs';
import { PutItemCommand, type AttributeValue } from '@aws-sdk/client-dynamodb';
import { GetRecordsCommand, GetShardIteratorCommand } from '@aws-sdk/client-dynamodb-streams';
import { localDynamoDB } from '../../../tools/stage/dynamodb.ts';
import { localStreams } from '../streams.ts';

const [service = '', verb = '', ...rest] = process.argv.slice(2);
const operation = `${service} ${verb}`;
const options = Object.fromEntries(
  rest.flatMap((word, at) => (word.startsWith('--') ? [[word.slice(2), rest[at + 1] ?? '']] : [])),
) as Record<string, string>;
appendFileSync(
  process.env['AWS_CALLS'] ?? '',
  `${JSON.stringify({ operation, options, args: [service, verb, ...rest] })}\n`,
);

const endpoint = process.env['AWS_ENDPOINT'] ?? '';
const answers = JSON.parse(process.env['AWS_ANSWERS'] ?? '{}') as Record<string, unknown>;

async function answer(): Promise<unknown> {
  switch (operation) {
    case 'dynamodb put-item': {
      const Item = JSON.parse(options['item'] ?? '') as Record<string, AttributeValue>;
      await localDynamoDB(endpoint).send(new PutItemCommand({ TableName: options['table-name'], Item }));
      return '';
    }
    case 'dynamodbstreams get-shard-iterator': {
      const command = new GetShardIteratorCommand({
        StreamArn: options['stream-arn'],
        ShardId: options['shard-id'],
        ShardIteratorType: options['shard-iterator-type'] as 'AT_SEQUENCE_NUMBER',
        SequenceNumber: options['sequence-number'],
      });
      return (await localStreams(endpoint).send(command)).ShardIterator;
    }
    case 'dynamodbstreams get-records': {
      const command = new GetRecordsCommand({ ShardIterator: options['shard-iterator'] });
      return localStreams(endpoint).send(command);
    }
    default:
      return answers[operation] ?? '';
  }
}

const answered = await answer();
process.stdout.write(`${typeof answered === 'string' ? answered : JSON.stringify(answered)}\n`);
