import { isOpen, isUnderWay, isWaiting, STANDINGS, CHUNK_SIZE, type Chunk, type Letter } from '../domain/members.ts';
import { ownBounds, type Moment, type OwnCounts, type Rollout } from '../domain/rollout.ts';

/** New letters of members, by their place in the chunk. */
export type Moves = ReadonlyMap<number, Letter>;

/** A chunk and its roll-out, always of the same moment. */
export interface Pair {
  readonly rollout: Rollout;
  readonly chunk: Chunk;
}

/** The chunk with new letters, and the head with the counts of these. Queued members are moved in order, without gaps. */
export function moved({ rollout, chunk }: Pair, moves: Moves, now: Moment): Pair {
  const letters = chunk.letters.map((letter, place) => moves.get(place) ?? letter);
  const [from, bound] = ownBounds(rollout);
  const counts = { ...rollout.counts };
  let { own, cursor } = rollout;
  for (const [place, before] of chunk.letters.entries()) {
    const after = moves.get(place);
    if (after === undefined) continue;
    counts[STANDINGS[before].state] -= 1;
    counts[STANDINGS[after].state] += 1;
    if (before === 'q') cursor += 1;
    const index = chunk.number * CHUNK_SIZE + place;
    if (index >= from && index < bound) own = plus(plus(own, before, -1), after, 1);
  }
  const waves = rollout.waves.map((wave) =>
    wave.drainedAt === undefined && cursor >= wave.devices ? { ...wave, drainedAt: now } : wave,
  );
  const others = rollout.openChunks.filter((number) => number !== chunk.number);
  const openChunks = letters.some(isOpen) ? [...others, chunk.number].sort((one, other) => one - other) : others;
  return { chunk: { ...chunk, letters }, rollout: { ...rollout, counts, own, cursor, waves, openChunks } };
}

function plus(own: OwnCounts, letter: Letter, count: 1 | -1): OwnCounts {
  if (isWaiting(letter)) return { ...own, waiting: own.waiting + count };
  if (isUnderWay(letter)) return { ...own, underWay: own.underWay + count };
  if (letter === 's') return { ...own, succeeded: own.succeeded + count };
  return letter === 'D' ? { ...own, upToDate: own.upToDate + count } : own;
}
