import type { StreamConfigInfo } from './stream-config-info.ts';

/** An entry of the answer whose `id` is what the device gave, or undefined if that is unusable. */
interface Draft extends Omit<StreamConfigInfo, 'id'> {
  readonly id: number | undefined;
}

/**
 * The entries, each with an id of its own (interface 2.1). Of entries with the same id the first keeps it. An entry
 * left without gets the number of its type if free, else the smallest free positive integer. One round after the
 * other, so that an id from the device outranks every made-up one, and one odd id does not shift all others.
 */
export function withDistinctIds(drafts: readonly Draft[]): readonly StreamConfigInfo[] {
  const taken = new Set<number>();
  const take = (id: number) => {
    taken.add(id);
    return id;
  };
  const takeIfFree = (id: number | undefined) => (id === undefined || taken.has(id) ? undefined : take(id));

  return drafts
    .map((draft) => ({ ...draft, id: takeIfFree(draft.id) }))
    .map((draft) => ({ ...draft, id: draft.id ?? takeIfFree(draft.type) }))
    .map((draft) => ({ ...draft, id: draft.id ?? take(smallestFree(taken)) }));
}

function smallestFree(taken: ReadonlySet<number>): number {
  let id = 1;
  while (taken.has(id)) id += 1;
  return id;
}
