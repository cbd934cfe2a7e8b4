import * as v from 'valibot';
import { SERIAL_NUMBER } from '../../../../functions/domain/device.ts';
import type { DeviceItem } from '../../../../functions/store/items.ts';
import { productTypeEntries } from '../../../../functions/store/product-type.ts';
import { streamServers } from './stream-servers-schema.ts';

/**
 * A device as the tool takes it: the item type of the stores, and nothing else, so that a field that is spelt wrong
 * does not pass for one that is absent.
 */
export const deviceSchema = v.strictObject({
  sn: v.pipe(v.string(), v.regex(SERIAL_NUMBER)),
  ...productTypeEntries,
  firmwareVersion: v.pipe(v.string(), v.nonEmpty()),
  online: v.exactOptional(v.boolean()),
  streamServers: v.exactOptional(streamServers),
}) satisfies v.GenericSchema<unknown, DeviceItem>;
