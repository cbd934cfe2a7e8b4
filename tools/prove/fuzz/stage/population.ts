import { BatchWriteCommand, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { DeviceItem, SessionItem } from '../../../../functions/store/items.ts';
import { sidHash } from '../../../../functions/store/sessions.ts';
import { encoder } from '../../../stage/demo-data/products.ts';
import { localDynamoDB } from '../../../stage/dynamodb.ts';
import type { TableNames } from '../../../stage/tables.ts';
import { CALLERS, DEVICE_SNS } from './callers.ts';

/** Most items in one BatchWriteItem. */
const BATCH_SIZE = 25;
const ENDED = 1_577_836_800;
const LIVE = 4_102_444_800;

/** Puts the fuzzer's sessions and devices beside whatever is in the tables. */
export async function populate(endpoint: string, tables: TableNames): Promise<void> {
  const client = localDynamoDB(endpoint);
  const documents = DynamoDBDocumentClient.from(client);
  const writeAll = async (table: string, items: readonly (DeviceItem | SessionItem)[]) => {
    for (let start = 0; start < items.length; start += BATCH_SIZE) {
      const requests = items.slice(start, start + BATCH_SIZE).map((Item) => ({ PutRequest: { Item } }));
      await documents.send(new BatchWriteCommand({ RequestItems: { [table]: requests } }));
    }
  };
  await writeAll(tables.sessions, sessions());
  await writeAll(tables.devices, devices());
  client.destroy();
}

function sessions(): SessionItem[] {
  const { admin, user, expired } = CALLERS;
  return [
    { sidHash: sidHash(admin.sid), userName: admin.uid, role: 'admin', expiresAt: LIVE },
    { sidHash: sidHash(user.sid), userName: user.uid, role: 'user', expiresAt: LIVE },
    { sidHash: sidHash(expired.sid), userName: expired.uid, role: 'admin', expiresAt: ENDED },
  ];
}

/** Every tenth is offline. */
function devices(): DeviceItem[] {
  return DEVICE_SNS.map((sn, index) => ({
    sn,
    ...encoder,
    firmwareVersion: '2.3.0',
    ...(index % 10 === 9 && { online: false }),
  }));
}
