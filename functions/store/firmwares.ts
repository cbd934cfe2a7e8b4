import { GetItemCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import * as v from 'valibot';
import { FILE_LOCATION, FIRMWARE_VERSION, type Firmware } from '../domain/firmware.ts';
import type { Firmwares } from '../domain/ports.ts';
import { logWarning } from '../log/log.ts';
import { orUnavailable } from './or-unavailable.ts';
import { fromRaw } from './client.ts';
import { TableKeys } from './keys.ts';
import { productTypeEntries } from './product-type.ts';

/** Bounded, since each claim contains it, and must never be too large to write. */
const text = (form: RegExp) => v.pipe(v.string(), v.maxLength(2048), v.regex(form));

const availableSchema = v.object({
  firmwareId: v.number(),
  ...productTypeEntries,
  version: text(FIRMWARE_VERSION),
  location: text(FILE_LOCATION),
  sizeBytes: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
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
  };
}

/**
 * A record is available only if it has all that a device needs to install the file, in a form that events can carry,
 * whatever its state says.
 */
function parsed(item: Record<string, unknown>): Firmware {
  if (item['state'] !== 'available') return { state: 'unavailable' };
  const result = v.safeParse(availableSchema, item);
  if (!result.success) {
    logWarning('FIRMWARE_RECORD_INVALID', { firmwareId: item[TableKeys.firmwares] });
    return { state: 'unavailable' };
  }
  const { firmwareId, familyId, modelId, hardwareVersion, ...file } = result.output;
  return { state: 'available', firmwareId, product: { familyId, modelId, hardwareVersion }, file };
}
