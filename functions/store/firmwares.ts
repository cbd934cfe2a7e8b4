import { GetItemCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import * as v from 'valibot';
import { FILE_LOCATION, FIRMWARE_VERSION, type Firmware, type ListedFirmware } from '../domain/firmware.ts';
import type { Firmwares } from '../domain/ports.ts';
import { logWarning } from '../log/log.ts';
import { orUnavailable } from './or-unavailable.ts';
import { fromRaw } from './client.ts';
import { TableKeys } from './keys.ts';
import { productTypeEntries } from './product-type.ts';
import { readAll } from './read-all.ts';

/** How many of the records that a listing leaves out are named in its log line. */
const NAMED_IN_LOG = 20;

/** Bounded, since each claim contains it, and must never be too large to write. */
const text = (form: RegExp) => v.pipe(v.string(), v.maxLength(2048), v.regex(form));

const completeSchema = v.object({
  // Callers can ask for no other ids.
  firmwareId: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  ...productTypeEntries,
  version: text(FIRMWARE_VERSION),
  location: text(FILE_LOCATION),
  sizeBytes: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  state: v.picklist(['available', 'uploading', 'withdrawn']),
});

/** Firmwares in DynamoDB. */
export function firmwaresIn(table: string, client: DynamoDBClient): Firmwares {
  return {
    async find(firmwareId) {
      const Key = { [TableKeys.firmwares]: { N: String(firmwareId) } };
      const { Item } = await orUnavailable(
        'reading a firmware',
        client.send(new GetItemCommand({ TableName: table, Key })),
      );
      return Item && parsed(fromRaw(Item));
    },
    async list(signal) {
      const items = await readAll(client, table, Object.keys(completeSchema.entries), signal);
      return listed(items.map(fromRaw));
    },
  };
}

/**
 * A record is available only if it has all that a device needs to install the file, in a form that events can carry,
 * whatever its state says.
 */
function parsed(item: Record<string, unknown>): Firmware {
  if (item['state'] !== 'available') return { state: 'unavailable' };
  const result = v.safeParse(completeSchema, item);
  if (!result.success) {
    logWarning('FIRMWARE_RECORD_INVALID', { firmwareId: item[TableKeys.firmwares] });
    return { state: 'unavailable' };
  }
  const { firmwareId, familyId, modelId, hardwareVersion, version, location, sizeBytes, sha256 } = result.output;
  const product = { familyId, modelId, hardwareVersion };
  return { state: 'available', firmwareId, product, file: { version, location, sizeBytes, sha256 } };
}

/** Those of the records that are complete. The others are logged, in one line however many they are. */
function listed(items: readonly Record<string, unknown>[]): readonly ListedFirmware[] {
  const results = items.map((item) => v.safeParse(completeSchema, item));
  const leftOut = items
    .filter((_, index) => results[index]?.success === false)
    .map((item) => item[TableKeys.firmwares]);
  if (leftOut.length > 0) {
    logWarning('FIRMWARES_LEFT_OUT', { records: leftOut.length, firmwareIds: leftOut.slice(0, NAMED_IN_LOG).join() });
  }
  return results.flatMap((result) => {
    if (!result.success) return [];
    const { firmwareId, familyId, modelId, hardwareVersion, version, state, sizeBytes } = result.output;
    return [{ firmwareId, product: { familyId, modelId, hardwareVersion }, version, state, sizeBytes }];
  });
}
