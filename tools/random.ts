import { hash } from 'node:crypto';
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

/** Numbers from 0 (included) to 1 (excluded). */
export type Random = () => number;

/**
 * A generator for one purpose of a run, named by `parts`: the same numbers every time, whatever else is drawn meanwhile
 * for other purposes.
 */
export function randomFor(...parts: readonly (string | number)[]): Random {
  const generator = xoroshiro128plus(Number.parseInt(hash('sha256', JSON.stringify(parts), 'hex').slice(0, 8), 16));
  return () => uniformFloat64(generator);
}

/** A whole number from `least` to `most`. */
export function between(random: Random, least: number, most: number): number {
  return least + Math.floor(random() * (most - least + 1));
}

/** Any of the choices. */
export function oneOf<T>(random: Random, choices: readonly [T, ...T[]]): T {
  return choices[between(random, 0, choices.length - 1)] ?? choices[0];
}
