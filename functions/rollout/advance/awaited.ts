import { isOpen } from '../../domain/members.ts';
import { OddRollout, type Rollouts } from '../../domain/ports.ts';
import { rolloutIdIn } from '../../domain/rollout.ts';
import type { RecordedUpgrade } from '../../domain/upgrade.ts';
import type { View } from './view.ts';

/** A roll-out, as far as a run knows it. */
export interface KnownRollout {
  readonly rolloutId: string;
  /** As it was last read or written; undefined while that is not known. */
  readonly view: View | undefined;
  /** Whether its items make no sense: then nobody waits for it. */
  readonly isOdd: boolean;
  /** Whether there is none with this id: the index did not know yet. */
  readonly isGone: boolean;
}

/** What is on record for devices, by their serial numbers. */
export type Records = ReadonlyMap<string, RecordedUpgrade>;

/** Finds those of these devices whose upgrade another roll-out has started and has yet to see the end of. */
export type AwaitedAmong = (records: Records) => Promise<ReadonlySet<string>>;

/**
 * The devices whose upgrade on record another roll-out has started and has yet to see the end of: its end is to be seen first,
 * or else successes would be lost.
 * @param records read before
 * @param ownId of the roll-out that asks
 * @param over collects the ids of roll-outs that have ended for good: a run asks for each of them once
 */
export async function awaitedAmong(
  records: Records,
  ownId: string,
  known: readonly KnownRollout[],
  over: Set<string>,
  rollouts: Pick<Rollouts, 'find'>,
): Promise<ReadonlySet<string>> {
  const awaited = new Set<string>();
  const byRollout = Map.groupBy(records, ([, { requestKey }]) => rolloutIdIn(requestKey));
  for (const [rolloutId, entries] of byRollout) {
    if (rolloutId === undefined || rolloutId === ownId || over.has(rolloutId)) continue;
    const other = known.find((each) => each.rolloutId === rolloutId);
    const isUnseen = await hasMoved(rolloutId, other, over, rollouts);
    for (const [sn] of entries) if (isUnseen || (other !== undefined && awaits(other, sn))) awaited.add(sn);
  }
  return awaited;
}

function awaits({ view, isOdd, isGone }: KnownRollout, sn: string): boolean {
  if (view === undefined) return !isOdd && !isGone;
  const chunk = [...view.chunks.values()].find(({ sns }) => sns.includes(sn));
  // In chunks that are not open, all that the roll-out has started has ended.
  const letter = chunk?.letters[chunk.sns.indexOf(sn)];
  return letter !== undefined && (letter === 'q' || isOpen(letter));
}

/** Whether a roll-out is active and not as this run knows it: a run beside this one may have started more of it. */
async function hasMoved(
  rolloutId: string,
  other: KnownRollout | undefined,
  over: Set<string>,
  rollouts: Pick<Rollouts, 'find'>,
): Promise<boolean> {
  if (other !== undefined && other.view === undefined) return false;
  try {
    const head = await rollouts.find(rolloutId);
    if (head?.phase === 'active') return head.revision !== other?.view?.rollout.revision;
    over.add(rolloutId);
    return false;
  } catch (error) {
    return !(error instanceof OddRollout);
  }
}
