import { CreateTableCommand, GetItemCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { BatchWriteCommand, DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import { localDynamoDB } from '../../stage/dynamodb.ts';
import { createTables, tableNames, type TableNames } from '../../stage/tables.ts';
import type { Template } from '../../stage/template.ts';
import { device, firmware, otherFirmware, serialNumber, session } from './fixture.ts';
import type { RecordedItem } from './stand-in-answers.ts';

const BATCH = 25;

/** DynamoDB Local with the tables of the stack, those of each subject, and as many devices as are asked for. */
export class Database {
  readonly endpoint: string;
  readonly tables: TableNames;
  readonly #client: DynamoDBClient;
  #devices = 0;

  private constructor(endpoint: string, template: Template) {
    this.endpoint = endpoint;
    this.tables = tableNames(template);
    this.#client = localDynamoDB(endpoint);
  }

  /** Creates the tables, with the session and the firmwares in them. */
  static async prepare(endpoint: string, template: Template, subjects: readonly string[]): Promise<Database> {
    await createTables({ template, endpoint });
    const database = new Database(endpoint, template);
    const documents = DynamoDBDocumentClient.from(database.#client);
    await documents.send(new PutCommand({ TableName: database.tables.sessions, Item: session }));
    for (const Item of [firmware, otherFirmware]) {
      await documents.send(new PutCommand({ TableName: database.tables.firmwares, Item }));
    }
    for (const name of subjects) await database.#createTablesOf(name);
    return database;
  }

  /** Registers devices until there are so many. */
  async registerDevices(count: number): Promise<void> {
    const documents = DynamoDBDocumentClient.from(this.#client);
    for (; this.#devices < count; this.#devices += BATCH) {
      const items = Array.from({ length: BATCH }, (_, index) => device(serialNumber(this.#devices + index)));
      const requests = items.map((Item) => ({ PutRequest: { Item } }));
      await documents.send(new BatchWriteCommand({ RequestItems: { [this.tables.devices]: requests } }));
    }
  }

  /** An item as the engine answers it, for the stand-in to repeat. */
  async record(role: 'sessions' | 'firmwares' | 'devices'): Promise<RecordedItem> {
    const { sidHash } = session;
    const key = {
      sessions: { sidHash: { S: sidHash } },
      firmwares: { firmwareId: { N: String(firmware.firmwareId) } },
      devices: { sn: { S: serialNumber(0) } },
    };
    const { Item } = await this.#client.send(new GetItemCommand({ TableName: this.tables[role], Key: key[role] }));
    if (Item === undefined) throw new Error(`nothing to record in ${role}`);
    return Item;
  }

  close(): void {
    this.#client.destroy();
  }

  /** With the stream that the Upgrades table of the stack has, which costs the engine time. */
  async #createTablesOf(name: string): Promise<void> {
    const table = (TableName: string, AttributeName: string, StreamEnabled: boolean) =>
      new CreateTableCommand({
        TableName,
        KeySchema: [{ AttributeName, KeyType: 'HASH' }],
        AttributeDefinitions: [{ AttributeName, AttributeType: 'S' }],
        BillingMode: 'PAY_PER_REQUEST',
        ...(StreamEnabled && { StreamSpecification: { StreamEnabled, StreamViewType: 'NEW_AND_OLD_IMAGES' } }),
      });
    await this.#client.send(table(`Upgrades-${name}`, 'sn', true));
    await this.#client.send(table(`Idempotency-${name}`, 'id', false));
  }
}
