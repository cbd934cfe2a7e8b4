import { inspect } from 'node:util';
import type { Failure } from './failure.ts';

/** A failure as it is printed: what broke, and the smallest input that breaks it. */
export function failureText({ part, what, input }: Failure): string {
  const shown = input === undefined ? '' : `\n  input: ${inspect(input, { depth: null, maxStringLength: 2_000 })}`;
  return `✗ ${part}: ${what}${shown}`;
}
