import { hash } from 'node:crypto';
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

/** Returns numbers from 0 (inclusive) to 1 (exclusive). */
export type Random = () => number;

/**
 * A generator for one purpose of a run, seeded by `parts`: it yields the same numbers every time, whatever is drawn for
 * other purposes.
 */
export function randomFor(...parts: readonly (string | number)[]): Random {
  const generator = xoroshiro128plus(Number.parseInt(hash('sha256', JSON.stringify(parts), 'hex').slice(0, 8), 16));
  return () => uniformFloat64(generator);
}

/** A whole number from `least` to `most`. */
export function between(random: Random, least: number, most: number): number {
  return least + Math.floor(random() * (most - least + 1));
}

/** One of the choices, at random. */
export function oneOf<T>(random: Random, choices: readonly [T, ...T[]]): T {
  return choices[between(random, 0, choices.length - 1)] ?? choices[0];
}
