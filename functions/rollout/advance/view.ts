import { CHUNK_SIZE, isUnderWay, isWaiting, type Chunk } from '../../domain/members.ts';
import { OddRollout, type Claim, type Rollouts } from '../../domain/ports.ts';
import { underWayOf, type Rollout } from '../../domain/rollout.ts';

/** A roll-out as a run knows it: always as of the head's revision. */
export interface View {
  readonly rollout: Rollout;
  /** Its open chunks, by number, and those that the run has written. */
  readonly chunks: ReadonlyMap<number, Chunk>;
}

/** Another has changed the roll-out, or a reply was lost: it must be read again. */
export class Superseded extends Error {
  /** Claims that took effect all the same. */
  readonly claims: readonly Claim[];

  constructor(message?: string, claims: readonly Claim[] = []) {
    super(message);
    this.claims = claims;
  }
}

/**
 * The items of a roll-out contradict each other, though nothing seems to have changed between their reads. These are not one
 * transaction, and may have met one: only what is so again and again makes no sense.
 */
export class Contradiction extends Superseded {}

/** What it means that a chunk was read that does not fit its head: that head may have been read before a change. */
export async function contradiction(
  { rolloutId, revision }: Rollout,
  rollouts: Rollouts,
  what: string,
): Promise<Superseded> {
  const head = await rollouts.find(rolloutId);
  return head?.revision === revision ? new Contradiction(what) : new Superseded('changed while it was read');
}

/** Reads a roll-out with its open chunks. Undefined if there is none, or one that a later version made. */
export async function readView(rolloutId: string, rollouts: Rollouts): Promise<View | undefined> {
  const rollout = await rollouts.find(rolloutId);
  if (rollout === undefined) return undefined;
  const chunks = await rollouts.findChunks(rollout, rollout.openChunks);
  const view = { rollout, chunks: new Map(chunks.map((chunk) => [chunk.number, chunk])) };
  if (agrees(view)) return view;
  throw await contradiction(rollout, rollouts, 'the counts of a roll-out are not those of its members');
}

/** Whether the head counts those that its open chunks have. All that are waiting or under way are in these. */
function agrees({ rollout, chunks }: View): boolean {
  const open = [...chunks.values()];
  const letters = open.flatMap((chunk) => chunk.letters);
  const waiting = letters.filter(isWaiting).length;
  const areCounted = waiting === rollout.counts.waiting && letters.filter(isUnderWay).length === underWayOf(rollout);
  return areCounted && open.every((chunk) => fitsCursor(chunk, rollout));
}

/** Whether the members of a chunk are queued from the cursor on, and none before it. */
export function fitsCursor({ number, letters }: Chunk, { cursor }: Rollout): boolean {
  return letters.every((letter, place) => (letter === 'q') === number * CHUNK_SIZE + place >= cursor);
}

/** What is to become of a view. */
interface Next {
  readonly rollout: Rollout;
  readonly chunks: readonly { readonly before: Chunk; readonly after: Chunk }[];
  readonly claims: readonly Claim[];
}

/**
 * Writes what is to become of a view, and resolves to it; or to the devices by which it was refused. Rejects with
 * {@link Superseded} whenever it is not certain that the view is as it was: a run goes on only from what it has itself written.
 */
export async function write(
  view: View,
  { rollout, chunks, claims }: Next,
  rollouts: Rollouts,
): Promise<View | ReadonlySet<string>> {
  const after = { ...rollout, revision: view.rollout.revision + 1 };
  const outcome = await rollouts.change({ before: view.rollout, after, chunks, claims });
  switch (outcome.kind) {
    case 'written':
      return { rollout: after, chunks: new Map([...view.chunks, ...chunks.map(changed)]) };
    case 'refused':
      return outcome.sns;
    case 'superseded':
      throw new Superseded(outcome.why);
    case 'impossible':
      throw new OddRollout('a change of a roll-out can never be written');
  }
}

function changed({ after }: Next['chunks'][number]): readonly [number, Chunk] {
  return [after.number, after];
}
