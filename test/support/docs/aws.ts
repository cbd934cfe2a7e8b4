/**
 * Stands in for AWS's command line: puts an item into a table of the shared stage, and notes every call down, one JSON
 * object a line, in the file that AWS_CALLS names. Anything else answers nothing.
 */
import { appendFileSync } from 'node:fs';
import { PutItemCommand, type AttributeValue } from '@aws-sdk/client-dynamodb';
import { localDynamoDB } from '../../../tools/stage/dynamodb.ts';

const [service = '', verb = '', ...rest] = process.argv.slice(2);
const operation = `${service} ${verb}`;
const options = Object.fromEntries(
  rest.flatMap((word, at) => (word.startsWith('--') ? [[word.slice(2), rest[at + 1] ?? '']] : [])),
) as Record<string, string>;
appendFileSync(process.env['AWS_CALLS'] ?? '', `${JSON.stringify({ operation, options })}\n`);

if (operation === 'dynamodb put-item') {
  const Item = JSON.parse(options['item'] ?? '') as Record<string, AttributeValue>;
  const command = new PutItemCommand({ TableName: options['table-name'], Item });
  await localDynamoDB(process.env['AWS_ENDPOINT'] ?? '').send(command);
}
