import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { TextDecoder } from 'node:util';
import { parse } from 'csv-parse/sync';
import { CommandError, type ProgramContext } from '../../command-line.ts';
import { codeOf } from './errors.ts';

/**
 * A file piece by piece, so that memory use does not grow with its size.
 * @throws CommandError when it cannot be read
 */
export async function* piecesOf({ cwd }: Pick<ProgramContext, 'cwd'>, path: string): AsyncGenerator<Buffer, void> {
  const stream: AsyncIterable<Buffer> = createReadStream(resolve(cwd(), path));
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
const LONGEST_LINE = 4 * 1024 * 1024;

/**
 * The lines of a file, which end with LF, CR LF or CR, in UTF-8, or in UTF-16 with a byte order mark.
 * @throws CommandError when the file cannot be read, or has a line that fills the memory
 */
export async function* linesIn(pieces: AsyncIterable<Buffer>): AsyncGenerator<Line, void> {
  let number = 0;
  let rest = '';
  for await (const piece of decoded(pieces)) {
    // A CR at the end waits for the LF that may follow.
    const lines = (rest + piece).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    for (const text of lines) {
      number += 1;
      if (text.trim() !== '') yield { number, text };
    }
    if (rest.length > LONGEST_LINE) {
      throw new CommandError(`Line ${String(number + 1)} of the file is longer than 4 MiB`);
    }
  }
  if (rest.trim() !== '') yield { number: number + 1, text: rest.replace(/\r$/, '') };
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
      return parse(line, { delimiter, trim: true, relax_column_count: true })[0] ?? [];
    } catch {
      throw new LineFault('is not CSV: check its quotes');
    }
  };
  return { columns: cellsOf(header), cellsOf };
}
