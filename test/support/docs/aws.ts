/**
 * Stands in for AWS's command line: puts an item into a table of the shared stage, and notes every call down, one JSON
 * array of arguments a line, in the file that AWS_CALLS names. Anything else answers nothing.
 */
import { appendFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { PutItemCommand, type AttributeValue } from '@aws-sdk/client-dynamodb';
import { localDynamoDB } from '../../../tools/stage/dynamodb.ts';

const args = process.argv.slice(2);
appendFileSync(process.env['AWS_CALLS'] ?? '', `${JSON.stringify(args)}\n`);

if (args.slice(0, 2).join(' ') === 'dynamodb put-item') {
  const options = { 'table-name': { type: 'string' }, item: { type: 'string' } } as const;
  const { 'table-name': TableName, item = '' } = parseArgs({ args: args.slice(2), options }).values;
  const Item = JSON.parse(item) as Record<string, AttributeValue>;
  await localDynamoDB(process.env['AWS_ENDPOINT'] ?? '').send(new PutItemCommand({ TableName, Item }));
}
