import { hash } from 'node:crypto';

/** Returns numbers from 0 (inclusive) to 1 (exclusive). */
export type Random = () => number;

/**
 * A generator for one purpose of a run, seeded by `parts`: it yields the same numbers every time, whatever is drawn for
 * other purposes.
 */
export function randomFor(...parts: readonly (string | number)[]): Random {
  let drawn = 0;
  return () => hash('sha256', JSON.stringify([...parts, (drawn += 1)]), 'buffer').readUInt32BE() / 2 ** 32;
}

/** A whole number from `least` to `most`. */
export function between(random: Random, least: number, most: number): number {
  return least + Math.floor(random() * (most - least + 1));
}

/** One of the choices, at random. Throws when there are none. */
export function oneOf<T extends string | number | object>(random: Random, choices: readonly T[]): T {
  const choice = choices[between(random, 0, choices.length - 1)];
  if (choice === undefined) throw new Error('there is nothing to choose from');
  return choice;
}
