import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import * as v from 'valibot';
import type { Device } from '../domain/device.ts';
import type { Devices } from '../domain/ports.ts';
import { logWarning } from '../log/log.ts';
import { batchGet } from './batch-get.ts';
import { fromRaw, type RawItem } from './client.ts';
import { TableKeys } from './keys.ts';
import { productTypeEntries } from './product-type.ts';

const deviceSchema = v.object({
  sn: v.string(),
  ...productTypeEntries,
  // Whatever else it is, it is not the version of a firmware.
  firmwareVersion: v.fallback(v.optional(v.string()), undefined),
});

const attributes = [...Object.keys(deviceSchema.entries), 'online'];

/**
 * Devices in DynamoDB, as an upgrade needs them: their stream servers, and the keys in those, stay in the table.
 * A record that does not say which product it is counts as not registered.
 */
export function devicesIn(table: string, client: DynamoDBClient): Devices {
  return {
    async findMany(sns) {
      const read = { table, keyName: TableKeys.devices, keys: sns, attributes, consistent: false };
      const items = await batchGet(client, read);
      return new Map(items.flatMap(parsed).map((device) => [device.sn, device]));
    },
  };
}

function parsed(raw: RawItem): Device[] {
  const item = fromRaw(raw);
  const result = v.safeParse(deviceSchema, item);
  if (result.success) return [{ ...result.output, online: item['online'] !== false }];
  logWarning('DEVICE_RECORD_INVALID', { sn: item[TableKeys.devices] });
  return [];
}
