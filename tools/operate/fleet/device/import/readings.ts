import * as v from 'valibot';
import type { DeviceItem } from '../../../../../functions/store/items/device.ts';
import { CommandError } from '../../../../command-line.ts';
import { deviceSchema, explainIssues } from '../schema.ts';
import { csvReader, parseJson, type Format } from './formats.ts';
import { LineFault, type Line } from './lines.ts';

/** What a line turned out to be: a device, or why it is none. */
type Outcome = { readonly device: DeviceItem } | { readonly why: string };

/** The outcome of the line with this number, which had `length` bytes. */
export type Reading = Outcome & { readonly number: number; readonly length: number };

/**
 * The readings of all lines from one number on, without blank lines.
 * @throws CommandError when the header is unusable
 */
export async function* readingsOf(
  lines: AsyncIterable<Line>,
  { format, from }: { format: Format; from: number },
): AsyncGenerator<Reading, void> {
  let read = format === 'csv' ? undefined : parseJson;
  for await (const { number, bytes } of lines) {
    // The header is read wherever the import starts.
    if (read === undefined) read = readerBelow(bytes);
    else if (number >= from && !isBlank(bytes)) yield { number, length: bytes?.length ?? 0, ...outcomeOf(bytes, read) };
  }
}

/** Without a header no line means anything. */
function readerBelow(header: Line['bytes']): (text: string) => unknown {
  try {
    return csvReader(textOf(header));
  } catch (error) {
    throw error instanceof LineFault ? new CommandError(`The first line ${error.message}`) : error;
  }
}

function outcomeOf(bytes: Line['bytes'], read: (text: string) => unknown): Outcome {
  try {
    const result = v.safeParse(deviceSchema, read(textOf(bytes)));
    return result.success ? { device: result.output } : { why: explainIssues(result.issues) };
  } catch (error) {
    if (error instanceof LineFault) return { why: error.message };
    throw error;
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * The text of a line.
 * @throws LineFault when it is too long, or not UTF-8
 */
export function textOf(bytes: Line['bytes']): string {
  if (bytes === undefined) throw new LineFault('is longer than a device can be (256 KiB)');
  try {
    return utf8.decode(bytes);
  } catch {
    throw new LineFault('is not UTF-8: save the file as UTF-8');
  }
}

const SPACE = 0x20;

function isBlank(bytes: Line['bytes']): boolean {
  return bytes?.every((byte) => byte <= SPACE) ?? false;
}
