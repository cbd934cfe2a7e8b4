import { Readable } from 'node:stream';

/** A file that is read in these pieces. */
export function piecesIn(...pieces: readonly (string | Buffer)[]): AsyncIterable<Buffer> {
  return Readable.from(pieces.map((piece) => Buffer.from(piece)));
}
