import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { TextDecoder } from 'node:util';
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
 * @throws CommandError when the file cannot be read, is something else than lines, or has a line that fills the memory
 */
export async function* linesIn(pieces: AsyncIterable<Buffer>): AsyncGenerator<Line, void> {
  let number = 0;
  let rest = '';
  for await (const piece of decoded(pieces)) {
    if (number === 0) refuseForeign(rest + piece);
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

/** What files begin with that hold no lines, as they look when decoded as UTF-8; and what to do with them. */
const FOREIGN: readonly (readonly [beginning: RegExp, what: string])[] = [
  [/^(?:PK\p{Cc}{2}|\uFFFD\uFFFD\p{Cc})/u, 'a spreadsheet, or a ZIP archive: save the sheet as "CSV UTF-8"'],
  [/^(?:\p{Cc}\uFFFD|BZh\d1AY|\uFFFD7zXZ|\(\uFFFD\/\uFFFD|7z\uFFFD)/u, 'compressed: unpack it first'],
  [/^\s*</, 'XML or HTML: save the sheet as "CSV UTF-8"'],
  [/^\s*\[/, "one JSON array: put each of its elements on a line of its own, as jq -c '.[]' does"],
  [/^\s*\{\s*[\r\n]/, 'JSON over several lines: put each object on a line of its own, as jq -c . does'],
  [/^[^\r\n]*\0/, 'binary, or UTF-16 without a byte order mark: save it as "CSV UTF-8"'],
];

function refuseForeign(text: string): void {
  const [, what] = FOREIGN.find(([beginning]) => beginning.test(text)) ?? [];
  if (what !== undefined) throw new CommandError(`This is ${what}`);
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

/** Whether a file with this line first is JSON Lines. */
export function isJson({ text }: Line): boolean {
  return text.trimStart().startsWith('{');
}

/**
 * The value of a line of JSON.
 * @throws LineFault when it is too long, not UTF-8, or not JSON; the parser's own message would repeat the text
 */
export function jsonOf(line: Line): unknown {
  const text = textOf(line);
  try {
    // Without a byte order mark in the middle, as where files were put together.
    return JSON.parse(text.trim());
  } catch {
    throw new LineFault('is not JSON');
  }
}
