import {
  CreateTableCommand,
  DeleteTableCommand,
  DescribeTableCommand,
  ScanCommand,
  type DynamoDBClient,
} from '@aws-sdk/client-dynamodb';
import { DeleteCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { randomUUID } from 'node:crypto';
import type { Rollout } from '../../../functions/domain/rollout.ts';
import { devicesIn } from '../../../functions/store/devices.ts';
import { firmwaresIn } from '../../../functions/store/firmwares.ts';
import { HEAD } from '../../../functions/store/items/rollout.ts';
import { chunkFrom, headFrom, partOf } from '../../../functions/store/rollout-records.ts';
import { rolloutsIn } from '../../../functions/store/rollouts.ts';
import { upgradesIn } from '../../../functions/store/upgrades.ts';
import type { Database } from '../database.ts';
import { numbersOf, stored } from '../../../tools/prove/chaos/checker/rollouts/snapshot.ts';
import { stage } from '../stage.ts';
import type { Tables } from './tables.ts';

/** Tables of its own for a scenario on the engine, and how they are dropped. */
export interface OwnTables extends Tables {
  readonly name: string;
  drop(): Promise<void>;
}

const ROLES = ['devices', 'firmwares', 'upgrades', 'rollouts'] as const;
let definitions: ReturnType<typeof definitionsBy> | undefined;

export async function tablesOnEngine({ client, documents }: Database): Promise<OwnTables> {
  const prefix = randomUUID();
  const names = { devices: `${prefix}-d`, firmwares: `${prefix}-f`, upgrades: `${prefix}-u`, rollouts: `${prefix}-r` };
  const commands = (await (definitions ??= definitionsBy(client))).map(
    ([role, like]) => new CreateTableCommand({ TableName: names[role], ...like }),
  );
  await Promise.all(commands.map((command) => client.send(command)));
  const rollouts = rolloutsIn(names, client);
  const upgrades = upgradesIn(names.upgrades, client);
  const devices = devicesIn(names.devices, client);
  const firmwares = firmwaresIn(names.firmwares, client);
  const sns = new Set<string>();
  return {
    name: names.rollouts,
    ports: { rollouts, upgrades, devices, firmwares },
    putDevice: (device) => {
      sns.add(device.sn);
      return documents.send(new PutCommand({ TableName: names.devices, Item: device }));
    },
    putFirmware: (firmwareId, firmware) => {
      if (firmware === undefined) {
        return documents.send(new DeleteCommand({ TableName: names.firmwares, Key: { firmwareId } }));
      }
      const { state } = firmware;
      const item = firmware.state === 'available' ? { ...firmware.product, ...firmware.file } : {};
      return documents.send(new PutCommand({ TableName: names.firmwares, Item: { firmwareId, state, ...item } }));
    },
    report: async (sn, upgradeId, { state, leaseEndsAt }) => {
      await documents.send(
        new UpdateCommand({
          ...{ TableName: names.upgrades, Key: { sn } },
          UpdateExpression: 'SET #state = :state, leaseEndsAt = :ends',
          ConditionExpression: 'upgradeId = :id',
          ExpressionAttributeNames: { '#state': 'state' },
          ExpressionAttributeValues: { ':state': state, ':ends': leaseEndsAt, ':id': upgradeId },
        }),
      );
    },
    claim: async (claim) => {
      await upgrades.claim([claim], () => true);
    },
    snapshot: async () => {
      // In two calls: it is taken after each call of the product.
      const [{ Items = [] }, records] = await Promise.all([
        client.send(new ScanCommand({ TableName: names.rollouts, ConsistentRead: true })),
        upgrades.describeMany([...sns]),
      ]);
      const byPart = new Map(Items.map((item) => [item['part']?.S, item]));
      const heads = Items.filter((item) => item['part']?.S === HEAD).map(headFrom);
      const chunksOf = (head: Rollout) =>
        numbersOf(head).map((number) => chunkFrom(byPart.get(partOf(head, number)), head, number));
      return { rollouts: new Map(heads.map((head) => [head.rolloutId, stored(head, chunksOf(head))])), records };
    },
    drop: async () => {
      await Promise.all(Object.values(names).map((TableName) => client.send(new DeleteTableCommand({ TableName }))));
    },
  };
}

/** How the tables of the shared stage are made, but without their streams, which nobody reads. */
function definitionsBy(client: DynamoDBClient) {
  const definitions = ROLES.map(async (role) => {
    const { Table } = await client.send(new DescribeTableCommand({ TableName: stage.tables[role] }));
    const GlobalSecondaryIndexes = Table?.GlobalSecondaryIndexes?.map(({ IndexName, KeySchema, Projection }) => {
      return { IndexName, KeySchema, Projection };
    });
    const { KeySchema, AttributeDefinitions } = Table ?? {};
    const BillingMode = 'PAY_PER_REQUEST' as const;
    return [role, { KeySchema, AttributeDefinitions, GlobalSecondaryIndexes, BillingMode }] as const;
  });
  return Promise.all(definitions);
}
