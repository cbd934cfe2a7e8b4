import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { localDynamoDB } from '../../tools/stage/dynamodb.ts';
import { stage } from './stage.ts';

/** The tables of the shared stage, past the tool. */
export const documents = DynamoDBDocumentClient.from(localDynamoDB(stage.dynamodbEndpoint));

/** A device as it is stored. */
export async function storedDevice(sn: string): Promise<Record<string, unknown> | undefined> {
  const command = new GetCommand({ TableName: stage.tables.devices, Key: { sn }, ConsistentRead: true });
  return (await documents.send(command)).Item;
}
