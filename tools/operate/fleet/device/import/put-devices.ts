import pLimit from 'p-limit';
import type { DeviceItem } from '../../../../../functions/store/items.ts';
import type { Stage } from '../../stage/stage.ts';
import { putBatch } from './put-batch.ts';

/** Most items in one BatchWriteItem. */
const BATCH_SIZE = 25;

/** At some ten milliseconds a call that is several times what a new table takes: so the table sets the speed. */
const BATCHES_IN_FLIGHT = 16;

/** Puts devices, all different, in no order. Resolves when the table has them all. */
export async function putDevices({ documents, tables }: Stage, devices: readonly DeviceItem[]): Promise<void> {
  const limit = pLimit(BATCHES_IN_FLIGHT);
  const batches: DeviceItem[][] = [];
  for (let start = 0; start < devices.length; start += BATCH_SIZE) {
    batches.push(devices.slice(start, start + BATCH_SIZE));
  }
  await limit.map(batches, (batch) => putBatch(documents, tables.devices, batch));
}
