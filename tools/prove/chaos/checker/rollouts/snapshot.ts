import { CHUNK_SIZE, type Chunk, type Letter } from '../../../../../functions/domain/members.ts';
import type { Rollout } from '../../../../../functions/domain/rollout.ts';
import type { CurrentUpgrade } from '../../../../../functions/domain/upgrade.ts';

/** A roll-out with all its members, as on record. */
export interface Stored {
  readonly rollout: Rollout;
  readonly sns: readonly string[];
  readonly letters: readonly Letter[];
}

/** All that is on record at a moment. */
export interface Snapshot {
  readonly rollouts: ReadonlyMap<string, Stored>;
  readonly records: ReadonlyMap<string, CurrentUpgrade>;
}

/** A roll-out with all its chunks. */
export function stored(rollout: Rollout, chunks: readonly Chunk[]): Stored {
  return { rollout, sns: chunks.flatMap(({ sns }) => sns), letters: chunks.flatMap(({ letters }) => letters) };
}

/** The numbers of all its chunks. */
export function numbersOf({ total }: Rollout): readonly number[] {
  return Array.from({ length: Math.ceil(total / CHUNK_SIZE) }, (_, number) => number);
}
