import { BatchWriteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { DeviceItem } from '../../../../functions/store/items.ts';
import { encoder } from '../../../stage/demo-data/products.ts';
import type { ChaosStage } from './chaos-stage.ts';

/** Most items in one BatchWriteItem. */
const BATCH_SIZE = 25;

/** Registers new devices that are alike, and returns their serial numbers. */
export async function registerDevices(
  { documents, tables }: ChaosStage,
  count: number,
): Promise<[string, ...string[]]> {
  const more = Array.from({ length: count - 1 }, (_, index) => serialNumber(index + 2));
  const sns: [string, ...string[]] = [serialNumber(1), ...more];
  for (let start = 0; start < sns.length; start += BATCH_SIZE) {
    const writes = sns.slice(start, start + BATCH_SIZE).map((sn) => ({ PutRequest: { Item: device(sn, true) } }));
    await documents.send(new BatchWriteCommand({ RequestItems: { [tables.devices]: writes } }));
  }
  return sns;
}

/** Records that a device went away, or came back. */
export async function setOnline({ documents, tables }: ChaosStage, sn: string, online: boolean): Promise<void> {
  await documents.send(new PutCommand({ TableName: tables.devices, Item: device(sn, online) }));
}

function serialNumber(number: number): string {
  return `C${String(number).padStart(5, '0')}`;
}

function device(sn: string, online: boolean): DeviceItem {
  return { sn, ...encoder, firmwareVersion: '2.3.0', online };
}
