import { CreateTableCommand, DeleteTableCommand, ScanCommand } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { randomUUID } from 'node:crypto';
import type { Rollout } from '../../../functions/domain/rollout.ts';
import { devicesIn } from '../../../functions/store/devices.ts';
import { firmwaresIn } from '../../../functions/store/firmwares.ts';
import { HEAD } from '../../../functions/store/items/rollout.ts';
import { PHASE_INDEX, ROLLOUT_KEYS, TableKeys } from '../../../functions/store/keys.ts';
import { chunkFrom, headFrom, partOf } from '../../../functions/store/rollout-records.ts';
import { rolloutsIn } from '../../../functions/store/rollouts.ts';
import { upgradesIn } from '../../../functions/store/upgrades.ts';
import type { Database } from '../database.ts';
import { numbersOf, stored } from '../../../tools/prove/chaos/checker/rollouts/snapshot.ts';
import type { Tables } from './tables.ts';

const STRING = 'S' as const;
const NUMBER = 'N' as const;
const ON_DEMAND = { BillingMode: 'PAY_PER_REQUEST' } as const;

/** Tables of its own for a scenario on the engine, and how they are dropped. */
export interface OwnTables extends Tables {
  readonly name: string;
  drop(): Promise<void>;
}

export async function tablesOnEngine(database: Database): Promise<OwnTables> {
  const { client, documents } = database;
  const prefix = randomUUID();
  const names = { devices: `${prefix}-d`, firmwares: `${prefix}-f`, upgrades: `${prefix}-u`, rollouts: `${prefix}-r` };
  await Promise.all([
    client.send(simple(names.devices, TableKeys.devices, STRING)),
    client.send(simple(names.firmwares, TableKeys.firmwares, NUMBER)),
    client.send(simple(names.upgrades, TableKeys.upgrades, STRING)),
    client.send(ofRollouts(names.rollouts)),
  ]);
  const rollouts = rolloutsIn(names, client);
  const upgrades = upgradesIn(names.upgrades, client);
  const sns = new Set<string>();
  return {
    name: names.rollouts,
    ports: {
      rollouts,
      upgrades,
      devices: devicesIn(names.devices, client),
      firmwares: firmwaresIn(names.firmwares, client),
    },
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

function simple(TableName: string, AttributeName: string, AttributeType: 'S' | 'N'): CreateTableCommand {
  return new CreateTableCommand({
    ...{ TableName, ...ON_DEMAND },
    AttributeDefinitions: [{ AttributeName, AttributeType }],
    KeySchema: [{ AttributeName, KeyType: 'HASH' }],
  });
}

function ofRollouts(TableName: string): CreateTableCommand {
  const names = [ROLLOUT_KEYS.partition, ROLLOUT_KEYS.sort, PHASE_INDEX.partitionKey, PHASE_INDEX.sortKey];
  const keys = (HASH: string, RANGE: string) => [
    { AttributeName: HASH, KeyType: 'HASH' as const },
    { AttributeName: RANGE, KeyType: 'RANGE' as const },
  ];
  return new CreateTableCommand({
    ...{ TableName, ...ON_DEMAND },
    AttributeDefinitions: names.map((AttributeName) => ({ AttributeName, AttributeType: STRING })),
    KeySchema: keys(ROLLOUT_KEYS.partition, ROLLOUT_KEYS.sort),
    GlobalSecondaryIndexes: [
      {
        IndexName: PHASE_INDEX.name,
        KeySchema: keys(PHASE_INDEX.partitionKey, PHASE_INDEX.sortKey),
        Projection: { ProjectionType: 'KEYS_ONLY' },
      },
    ],
  });
}
