/** The smallest function with a table: one read through the low-level client. For cold starts. */
import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';

const client = new DynamoDBClient({});

/** Reads one session. */
export async function handler(): Promise<{ statusCode: number; body: string }> {
  const Key = { sidHash: { S: 'none' } };
  const { Item } = await client.send(new GetItemCommand({ TableName: process.env['SESSIONS_TABLE'], Key }));
  return { statusCode: 200, body: JSON.stringify(Item ?? null) };
}
