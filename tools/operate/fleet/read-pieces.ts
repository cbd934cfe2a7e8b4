import { createReadStream } from 'node:fs';
import { FleetError } from './fleet-error.ts';

/** A file piece by piece, so that one of any size takes no memory. Throws a FleetError when it cannot be read. */
export async function* piecesOf(path: string): AsyncGenerator<Buffer, void> {
  const stream: AsyncIterable<Buffer> = createReadStream(path);
  try {
    yield* stream;
  } catch (error) {
    throw new FleetError(`The file cannot be read: ${error instanceof Error ? error.message : path}`, { cause: error });
  }
}
