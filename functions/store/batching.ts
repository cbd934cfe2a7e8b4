import { setTimeout as pause } from 'node:timers/promises';

const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 1_000;

/** The values, in order, in chunks of at most `size`. */
export function chunksOf<T>(size: number, values: readonly T[]): readonly (readonly T[])[] {
  const starts = Array.from({ length: Math.ceil(values.length / size) }, (_, index) => index * size);
  return starts.map((start) => values.slice(start, start + size));
}

/**
 * Waits before the given round of asking again for what a batch left undone: after the first at most 50 ms, then 100, 200,
 * 400, 800, and 1,000 from there on; half of it by chance, so that callers do not come back in step.
 */
export async function backOff(round: number, signal?: AbortSignal): Promise<void> {
  const longest = Math.min(FIRST_PAUSE_MS * 2 ** (round - 1), LONGEST_PAUSE_MS);
  await pause(longest * (0.5 + Math.random() / 2), undefined, signal && { signal });
}
