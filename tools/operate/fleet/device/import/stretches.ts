import type { DeviceItem } from '../../../../../functions/store/items.ts';
import type { Reading } from './readings.ts';

/** Some lines of a file that are written at once, and after which an import may be resumed. */
export interface Stretch {
  /** By serial number: of a device that stands twice the later line counts. */
  readonly devices: Map<string, DeviceItem>;
  readonly broken: { readonly line: number; readonly why: string }[];
  /** Number of its first and last line. */
  readonly first: number;
  last: number;
  /** Lines that hold a device. */
  valid: number;
  /** Bytes of the file up to its last line. */
  end: number;
}

/** Enough to keep all calls in flight busy, and few enough that what is held stays small. */
const MOST_LINES = 2_000;
const MOST_BYTES = 8 * 1024 * 1024;

/** Readings in stretches. */
export async function* stretchesOf(readings: AsyncIterable<Reading>): AsyncGenerator<Stretch, void> {
  let stretch: Stretch | undefined;
  let begin = 0;
  let lines = 0;
  for await (const reading of readings) {
    stretch ??= { devices: new Map(), broken: [], first: reading.number, last: 0, valid: 0, end: 0 };
    add(stretch, reading);
    lines += 1;
    if (lines < MOST_LINES && stretch.end - begin < MOST_BYTES) continue;
    yield stretch;
    begin = stretch.end;
    lines = 0;
    stretch = undefined;
  }
  if (stretch) yield stretch;
}

function add(stretch: Stretch, reading: Reading): void {
  stretch.last = reading.number;
  stretch.end = reading.end;
  if ('why' in reading) {
    stretch.broken.push({ line: reading.number, why: reading.why });
    return;
  }
  stretch.valid += 1;
  stretch.devices.set(reading.device.sn, reading.device);
}
