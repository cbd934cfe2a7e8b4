import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { CommandError } from '../../command-line.ts';

/**
 * A file piece by piece, so that one of any size takes no memory.
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
