import { CHUNK_SIZE, isWaiting, type Chunk } from '../domain/members.ts';
import { ownBounds, underWayOf, type Rollout } from '../domain/rollout.ts';

/** Members of one chunk, which are claimed together. */
export interface Slice {
  readonly number: number;
  /** Their places in the chunk. */
  readonly places: readonly number[];
}

/** The members of a slice, in its order. */
export function membersOf(
  { sns }: Chunk,
  { places }: Slice,
): readonly { readonly place: number; readonly sn: string }[] {
  return places.flatMap((place) => sns.slice(place, place + 1).map((sn) => ({ place, sn })));
}

/** How many members more may be under way. */
export function roomOf(rollout: Rollout): number {
  return rollout.maxInFlight - underWayOf(rollout);
}

/** The members that are next: within one chunk, the open wave, and what may be under way. Undefined if there are none. */
export function nextSlice(rollout: Rollout): Slice | undefined {
  const { cursor } = rollout;
  const [, bound] = ownBounds(rollout);
  const first = cursor % CHUNK_SIZE;
  const count = Math.min(CHUNK_SIZE - first, bound - cursor, roomOf(rollout));
  if (count <= 0) return undefined;
  return {
    number: Math.floor(cursor / CHUNK_SIZE),
    places: Array.from({ length: count }, (_, place) => first + place),
  };
}

/** The most members that wait which one run tries. */
const WAITING_A_RUN = 1_000;
/** A prime, since few numbers of members divide it: by 1,000, ten would stand in the same order in each minute. */
const STEP_A_MINUTE = 997;

/** The members that wait and are tried in the run of this minute: others first each minute, so that each gets its turn. */
export function waitingSlices(chunks: Iterable<Chunk>, minute: number): Slice[] {
  const waiting = [...chunks].flatMap(({ number, letters }) =>
    letters.flatMap((letter, place) => (isWaiting(letter) ? [{ number, place }] : [])),
  );
  const tried = rotated(waiting, minute * STEP_A_MINUTE).slice(0, WAITING_A_RUN);
  const byChunk = Map.groupBy(tried, ({ number }) => number);
  return [...byChunk].map(([number, members]) => ({ number, places: members.map(({ place }) => place) }));
}

/** The same in the same order, beginning with another one. */
export function rotated<T>(values: readonly T[], by: number): readonly T[] {
  const first = by % Math.max(values.length, 1);
  return [...values.slice(first), ...values.slice(0, first)];
}
