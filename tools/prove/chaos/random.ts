import { hash } from 'node:crypto';

/** Numbers from 0 up to 1, the same in every run for the same seed. */
export type Random = () => number;

/**
 * Numbers for one purpose of a run, named by `parts`: as each purpose has its own, what one draws does not depend on
 * how others happen to be scheduled. The generator is Mulberry32.
 */
export function randomFor(...parts: readonly (string | number)[]): Random {
  let state = Number.parseInt(hash('sha256', JSON.stringify(parts), 'hex').slice(0, 8), 16);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A whole number from `least` to `most`. */
export function between(random: Random, least: number, most: number): number {
  return least + Math.floor(random() * (most - least + 1));
}

/** Any of the choices. */
export function oneOf<T>(random: Random, choices: readonly [T, ...T[]]): T {
  return choices[between(random, 0, choices.length - 1)] ?? choices[0];
}
