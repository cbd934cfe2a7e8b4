import * as v from 'valibot';
import type { DeviceItem } from '../../../../../functions/store/items.ts';
import { deviceSchema } from '../device-schema.ts';
import { explainIssues } from '../explain-issues.ts';
import { FleetError } from '../../fleet-error.ts';
import { csvReader } from './csv.ts';
import type { Format } from './format.ts';
import { parseJson } from './json.ts';
import { LineFault } from './line-fault.ts';
import type { Line } from './lines.ts';

/** What a line turned out to be: a device, or in words why it is none. */
export type Reading = Pick<Line, 'number' | 'end'> & ({ readonly device: DeviceItem } | { readonly why: string });

/** The readings of all lines from one number on, blank lines left out. Throws a FleetError when a header is none. */
export async function* readingsOf(
  lines: AsyncIterable<Line>,
  { format, from }: { format: Format; from: number },
): AsyncGenerator<Reading, void> {
  let read = format === 'csv' ? undefined : parseJson;
  for await (const { number, bytes, end } of lines) {
    // The header is read wherever the import begins.
    if (read === undefined) read = readerBelow(bytes);
    else if (number >= from && !isBlank(bytes)) yield { number, end, ...readingOf(bytes, read) };
  }
}

/** Without a header no line means anything. */
function readerBelow(header: Line['bytes']): (text: string) => unknown {
  try {
    return csvReader(textOf(header));
  } catch (error) {
    throw error instanceof LineFault ? new FleetError(`The first line ${error.message}`) : error;
  }
}

function readingOf(bytes: Line['bytes'], read: (text: string) => unknown): { device: DeviceItem } | { why: string } {
  try {
    const result = v.safeParse(deviceSchema, read(textOf(bytes)));
    return result.success ? { device: result.output } : { why: explainIssues(result.issues) };
  } catch (error) {
    if (error instanceof LineFault) return { why: error.message };
    throw error;
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function textOf(bytes: Line['bytes']): string {
  if (bytes === undefined) throw new LineFault('is longer than a device can be (256 KiB)');
  try {
    return utf8.decode(bytes);
  } catch {
    throw new LineFault('is not UTF-8');
  }
}

const SPACE = 0x20;

function isBlank(bytes: Line['bytes']): boolean {
  return bytes?.every((byte) => byte <= SPACE) ?? false;
}
