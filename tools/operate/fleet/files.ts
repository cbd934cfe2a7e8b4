import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { TextDecoder } from 'node:util';
import { CommandError } from '../../command-line.ts';

/**
 * A file piece by piece, so that memory use does not grow with its size.
 * @throws CommandError when it cannot be read
 */
export async function* piecesOf(path: string): AsyncGenerator<Buffer, void> {
  const stream: AsyncIterable<Buffer> = createReadStream(path);
  try {
    yield* stream;
  } catch (error) {
    throw unreadable(path, error);
  }
}

/**
 * The text of a file as UTF-8: unchanged, or re-encoded from UTF-16 if it has that byte order mark. Excel writes it as
 * "Unicode Text".
 * @throws CommandError when it is in UTF-16 and broken
 */
export async function* utf8In(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
  let decoder: TextDecoder | undefined;
  let isFirst = true;
  for await (const piece of pieces) {
    if (isFirst) decoder = decoderFor(piece);
    isFirst = false;
    yield decoder === undefined ? piece : Buffer.from(decoded(decoder, piece));
  }
  if (decoder) yield Buffer.from(decoded(decoder));
}

function decoderFor([first, second]: Buffer): TextDecoder | undefined {
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le', { fatal: true });
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be', { fatal: true });
  return undefined;
}

function decoded(decoder: TextDecoder, piece?: Buffer): string {
  try {
    return piece === undefined ? decoder.decode() : decoder.decode(piece, { stream: true });
  } catch (error) {
    throw new CommandError('The file is in UTF-16, but cut off or broken: save it as "CSV UTF-8"', { cause: error });
  }
}

/**
 * Size of a file in bytes.
 * @throws CommandError when there is no such file
 */
export async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    throw unreadable(path, error);
  }
}

function unreadable(path: string, cause: unknown): CommandError {
  const why = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : '';
  return new CommandError(`The file cannot be read${why}: ${path}`, { cause });
}
