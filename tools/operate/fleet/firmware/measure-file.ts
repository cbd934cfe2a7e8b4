import { createHash } from 'node:crypto';
import { FleetError } from '../fleet-error.ts';
import { piecesOf } from '../read-pieces.ts';

/** Size and SHA-256 of a file. Throws a FleetError when it cannot be read, or is empty. */
export async function measureFile(path: string): Promise<{ sizeBytes: number; sha256: string }> {
  const sha256 = createHash('sha256');
  let sizeBytes = 0;
  for await (const piece of piecesOf(path)) {
    sha256.update(piece);
    sizeBytes += piece.length;
  }
  if (sizeBytes === 0) throw new FleetError(`The file is empty: ${path}`);
  return { sizeBytes, sha256: sha256.digest('hex') };
}
