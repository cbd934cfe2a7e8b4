import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { pipeline } from 'node:stream';
import { TextDecoder } from 'node:util';
import { CsvError, parse } from 'csv-parse';
import { parse as parseLine } from 'csv-parse/sync';
import { CommandError } from '../../command-line.ts';
import { codeOf } from './errors.ts';

/**
 * A file piece by piece, so that memory use does not grow with its size.
 * @throws CommandError when it cannot be read
 */
export async function* piecesOf({ cwd }: { readonly cwd: string }, path: string): AsyncGenerator<Buffer, void> {
  const stream: AsyncIterable<Buffer> = createReadStream(resolve(cwd, path));
  try {
    yield* stream;
  } catch (error) {
    throw new CommandError(`The file cannot be read (${codeOf(error)}): ${path}`, { cause: error });
  }
}

/** What is wrong with a line, in words that quote nothing of it, since it may hold secrets. */
export class LineFault extends Error {
  override readonly name = 'LineFault';
}

/** A line of a file that is not blank, counted from 1. */
export interface Line {
  readonly number: number;
  readonly text: string;
}

/** DynamoDB takes items of 400 KB; a line of a file is hardly longer, and is kept in memory. */
const LONGEST_BYTES = 4 * 1024 * 1024;

/** Cells are split later, line by line: so a quote that is left open spoils its own line alone. */
const LINES = {
  delimiter: '\0',
  quote: null,
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_column_count: true,
  max_record_size: LONGEST_BYTES,
};

/**
 * The lines of a file, which end with LF, CR LF or CR, in UTF-8, or in UTF-16 with a byte order mark.
 * @throws CommandError when the file cannot be read, or has a line that fills the memory
 */
export async function* linesIn(pieces: AsyncIterable<Buffer>): AsyncGenerator<Line, void> {
  const records: AsyncIterable<string[]> = pipeline(decoded(pieces), parse(LINES), () => undefined);
  let number = 0;
  try {
    for await (const cells of records) {
      const text = cells.join(LINES.delimiter);
      number += 1;
      if (text.trim() !== '') yield { number, text };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new CommandError(`Line ${String(error['lines'])} of the file is longer than 4 MiB`, { cause: error });
  }
}

/**
 * The text of a file, without a byte order mark.
 * @throws CommandError when it is in UTF-16 and broken
 */
async function* decoded(pieces: AsyncIterable<Buffer>): AsyncGenerator<string, void> {
  let decoder: TextDecoder | undefined;
  try {
    for await (const piece of pieces) {
      decoder ??= decoderFor(piece);
      yield decoder.decode(piece, { stream: true });
    }
    if (decoder) yield decoder.decode();
  } catch (error) {
    if (codeOf(error) !== 'ERR_ENCODING_INVALID_ENCODED_DATA') throw error;
    throw new CommandError('The file is in UTF-16, but cut off or broken: save it as "CSV UTF-8"', { cause: error });
  }
}

/** By the byte order mark, as Excel writes it in "Unicode Text". In UTF-8, a broken character spoils its line alone. */
function decoderFor([first, second]: Buffer): TextDecoder {
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le', { fatal: true });
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be', { fatal: true });
  return new TextDecoder();
}

/** A device's record is shorter, as DynamoDB takes it. */
const LONGEST_TEXT = 256 * 1024;

/**
 * The text of a line.
 * @throws LineFault when it is too long, or not UTF-8
 */
export function textOf({ text }: Line): string {
  if (text.length > LONGEST_TEXT) throw new LineFault('is longer than a device can be (256 KiB)');
  // The decoder puts this character in place of bytes that mean nothing.
  if (text.includes('\uFFFD')) throw new LineFault('is not UTF-8: save the file as UTF-8');
  return text;
}

/**
 * The value of a line of JSON.
 * @throws LineFault when it is not JSON; the parser's own message would repeat the text
 */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new LineFault('is not JSON');
  }
}

/**
 * Splits lines of CSV into cells, with the delimiter of their header. Excel writes semicolons where the comma is the
 * decimal separator, and tabs in its "Unicode Text".
 * @throws LineFault for a line that is not CSV; the library's own message would repeat the cell at fault
 */
export function csvBelow(header: string): { readonly columns: string[]; readonly cellsOf: (line: string) => string[] } {
  const delimiter = [',', ';', '\t'].find((candidate) => header.includes(candidate)) ?? ',';
  const cellsOf = (line: string) => {
    try {
      return parseLine(line, { delimiter, trim: true, relax_column_count: true })[0] ?? [];
    } catch {
      throw new LineFault('is not CSV: check its quotes');
    }
  };
  return { columns: cellsOf(header), cellsOf };
}
