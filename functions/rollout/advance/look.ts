import { chunksOf } from '../../store/batching.ts';
import { epochSeconds } from '../../domain/epoch-seconds.ts';
import { isUnderWay, type Chunk, type Letter } from '../../domain/members.ts';
import { keyOf } from '../../domain/rollout.ts';
import type { RecordedUpgrade } from '../../domain/upgrade.ts';
import { carriedOut } from '../change.ts';
import { decide } from '../decide.ts';
import { moved, type Moves } from '../moves.ts';
import { seen } from '../seen.ts';
import type { RolloutServices } from '../services.ts';
import { readView, Superseded, write, type View } from './view.ts';

/** Chunks that fit into one transaction beside the head. */
const CHUNKS_PER_WRITE = 90;

/** A chunk of which members have moved. */
interface Changed {
  readonly chunk: Chunk;
  readonly moves: Moves;
}

/**
 * Looks at a roll-out: what became of its members under way, and what it is ready for. All changed chunks are written with their
 * counts, the decision with the last: so no claim can pass a stop which the letters already ask for. Undefined if there is no
 * such roll-out; rejects as {@link readView} and {@link write} do.
 * @param isSuperseded whether a transaction may be in progress, so that a read shows some of its items as before: this look then marks
 * no member as lost, which would be final; the next run decides
 */
export async function look(
  rolloutId: string,
  services: RolloutServices,
  isSuperseded: boolean,
): Promise<View | undefined> {
  let view = await readView(rolloutId, services.rollouts);
  if (view === undefined) return undefined;
  // Before the reads: by a later time, a lease that was renewed during them would look expired.
  const now = services.clock();
  const { changed, isAvailable } = await readChanges(view, now, services, isSuperseded);
  const groups = changed.length > 0 ? chunksOf(CHUNKS_PER_WRITE, changed) : [[]];
  for (const [index, group] of groups.entries()) {
    let { rollout } = view;
    const chunks = group.map(({ chunk: before, moves }) => {
      const pair = moved({ rollout, chunk: before }, moves, now.toISOString());
      ({ rollout } = pair);
      return { before, after: pair.chunk };
    });
    if (index === groups.length - 1) {
      rollout = carriedOut(rollout, decide(rollout, isAvailable, now.toISOString()), now.toISOString());
    }
    if (rollout !== view.rollout) view = await written(view, { rollout, chunks, claims: [] }, services);
  }
  return view;
}

/** Without claims there is no device that could refuse it. */
async function written(view: View, next: Parameters<typeof write>[1], { rollouts }: RolloutServices): Promise<View> {
  const result = await write(view, next, rollouts);
  if ('rollout' in result) return result;
  throw new Superseded('refused by a device, but it starts none');
}

async function readChanges(
  { rollout, chunks }: View,
  now: Date,
  { upgrades, firmwares }: RolloutServices,
  isSuperseded: boolean,
) {
  const open = [...chunks.values()];
  const sns = open.flatMap((chunk) => chunk.sns.filter((_, place) => isUnderWay(chunk.letters[place])));
  const [records, firmware] = await Promise.all([upgrades.describeMany(sns), firmwares.find(rollout.firmwareId)]);
  const key = keyOf(rollout.rolloutId);
  const changed = open
    .map((chunk): Changed => ({
      chunk,
      moves: movesOf(chunk, records, (record, before) => {
        const letter = seen(record, key, epochSeconds(now));
        return isSuperseded && letter === 'l' ? before : letter;
      }),
    }))
    .filter(({ moves }) => moves.size > 0);
  return { changed, isAvailable: firmware?.state === 'available' };
}

function movesOf(
  chunk: Chunk,
  records: ReadonlyMap<string, RecordedUpgrade>,
  letterOf: (record: RecordedUpgrade | undefined, before: Letter) => Letter,
): Moves {
  return new Map(
    chunk.sns.flatMap((sn, place) => {
      const before = chunk.letters[place];
      if (!isUnderWay(before)) return [];
      const letter = letterOf(records.get(sn), before);
      return letter === before ? [] : [[place, letter] as const];
    }),
  );
}
