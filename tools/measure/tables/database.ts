import { CreateTableCommand, GetItemCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { DeviceItem } from '../../../functions/store/items/device.ts';
import { DEMO } from '../../stage/demo-data/demo.ts';
import { firmwares, encoder, sessions } from '../../stage/demo-data/items.ts';
import { putAll } from '../../batch-write.ts';
import { streamServers } from '../../stage/demo-data/stream-servers.ts';
import { localDynamoDB } from '../../stage/dynamodb.ts';
import { createTables, tableNames, type TableNames } from '../../stage/tables.ts';
import type { Template } from '../../stage/template.ts';
import type { Recorded } from './stand-in-answers.ts';

/** Serial number of the device with this index. */
export function serialNumber(index: number): string {
  return `A3${String(index).padStart(11, '0')}`;
}

/** A device of typical size: it has all six stream servers. */
function device(sn: string): DeviceItem {
  return { sn, ...encoder, firmwareVersion: '2.3.0', streamServers: [...(streamServers['A302190930001'] ?? [])] };
}

interface Preparation {
  readonly endpoint: string;
  readonly template: Template;
  /** Names of the subjects. */
  readonly subjects: readonly string[];
}

/** DynamoDB Local with the tables of the stack, those of each subject, and as many devices as are asked for. */
export class Database {
  readonly #tables: TableNames;
  readonly #client: DynamoDBClient;
  readonly #documents: DynamoDBDocumentClient;
  #devices = 0;

  private constructor(tables: TableNames, client: DynamoDBClient) {
    this.#tables = tables;
    this.#client = client;
    this.#documents = DynamoDBDocumentClient.from(client);
  }

  /** Creates the tables, with the sessions and the firmwares in them. */
  static async prepare(scope: AsyncDisposableStack, { endpoint, template, subjects }: Preparation): Promise<Database> {
    const client = localDynamoDB(endpoint);
    scope.defer(() => {
      client.destroy();
    });
    await createTables({ template, client, replace: false });
    const database = new Database(tableNames(template), client);
    await putAll(database.#documents, database.#tables.sessions, sessions);
    await putAll(database.#documents, database.#tables.firmwares, firmwares);
    for (const name of subjects) await database.#createTablesOf(name);
    return database;
  }

  /** Registers devices until there are this many. */
  async registerDevices(count: number): Promise<void> {
    const missing = Array.from({ length: count - this.#devices }, (_, index) => serialNumber(this.#devices + index));
    this.#devices = Math.max(this.#devices, count);
    await this.putDevices(missing);
  }

  async putDevices(sns: readonly string[]): Promise<void> {
    await putAll(this.#documents, this.#tables.devices, sns.map(device));
  }

  async removeDevices(sns: readonly string[]): Promise<void> {
    for (const sn of sns) {
      await this.#documents.send(new DeleteCommand({ TableName: this.#tables.devices, Key: { sn } }));
    }
  }

  /** An item of each table that is only read, as the engine returns it, for the stand-in to repeat. */
  async record(): Promise<Recorded> {
    const { sessions: sessionTable, firmwares: firmwareTable, devices } = this.#tables;
    const read = async (TableName: string, name: string, value: { S: string } | { N: string }) => {
      const { Item } = await this.#client.send(new GetItemCommand({ TableName, Key: { [name]: value } }));
      if (Item === undefined) throw new Error(`nothing to record in ${TableName}`);
      return [TableName, Item] as const;
    };
    return Object.fromEntries([
      await read(sessionTable, 'sidHash', { S: sessions[0]?.sidHash ?? '' }),
      await read(firmwareTable, 'firmwareId', { N: String(DEMO.firmwareId) }),
      await read(devices, 'sn', { S: serialNumber(0) }),
    ]);
  }

  /** With the same stream as the stack's Upgrades table, since it costs the engine time. */
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
