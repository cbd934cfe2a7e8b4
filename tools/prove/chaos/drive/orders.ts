import { DEMO } from '../../../stage/demo-data/demo.ts';
import { between, oneOf, type Random } from '../random.ts';
import type { Order } from './ask.ts';

const LARGEST_BATCH = 6;

/** What does not belong into a batch: unknown, away, and of another product, for which all are refused. */
const ODD_ONES = ['never-registered', DEMO.offlineDevice, 'B702190930009'] as const;

/** Firmwares that are for another product, still uploading, withdrawn, and unknown. */
const ODD_FIRMWARES = [31, DEMO.uploadingFirmwareId, DEMO.withdrawnFirmwareId, 9999] as const;

/** A small batch of these devices, mostly in order, for one of two firmwares. */
export function nextOrder(random: Random, sns: readonly [string, ...string[]]): Omit<Order, 'faultless'> {
  // Drawn one by one: a device may well stand twice.
  const batch = Array.from({ length: between(random, 1, LARGEST_BATCH) }, () => oneOf(random, sns));
  if (random() < 0.06) batch.push(oneOf(random, ODD_ONES));
  if (random() < 0.03) return { sns: batch, firmwareId: oneOf(random, ODD_FIRMWARES) };
  return { sns: batch, firmwareId: random() < 0.65 ? DEMO.firmwareId : DEMO.otherFirmwareId };
}
