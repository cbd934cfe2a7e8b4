import type { DeviceItem } from '../../../../../functions/store/items/device.ts';
import type { Reading } from './readings.ts';

/** Some lines of a file that are written together, and after which an import can be resumed. */
export interface Chunk {
  /** By serial number: if a device occurs twice, the later line wins. */
  readonly devices: Map<string, DeviceItem>;
  readonly broken: { readonly line: number; readonly why: string }[];
  /** Number of its first and last line. */
  readonly first: number;
  last: number;
  /** Number of lines that hold a device. */
  valid: number;
  /** Bytes of its lines. */
  bytes: number;
}

/** Enough to keep all calls in flight busy, and few enough to need little memory. */
const MOST_LINES = 2_000;
const MOST_BYTES = 8 * 1024 * 1024;

/** Groups readings into chunks. */
export async function* chunksOf(readings: AsyncIterable<Reading>): AsyncGenerator<Chunk, void> {
  let chunk: Chunk | undefined;
  for await (const reading of readings) {
    chunk ??= { devices: new Map(), broken: [], first: reading.number, last: 0, valid: 0, bytes: 0 };
    add(chunk, reading);
    if (chunk.valid + chunk.broken.length < MOST_LINES && chunk.bytes < MOST_BYTES) continue;
    yield chunk;
    chunk = undefined;
  }
  if (chunk) yield chunk;
}

function add(chunk: Chunk, reading: Reading): void {
  chunk.last = reading.number;
  chunk.bytes += reading.length;
  if ('why' in reading) {
    chunk.broken.push({ line: reading.number, why: reading.why });
    return;
  }
  chunk.valid += 1;
  chunk.devices.set(reading.device.sn, reading.device);
}
