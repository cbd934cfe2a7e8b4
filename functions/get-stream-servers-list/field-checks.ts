import type { FieldName } from './stored-server.ts';

/** What is wrong with a stored field: it has to be there and is not, or it holds what it may not. */
export type Problem = 'missing' | 'invalid';

/** The problem of each field of a stream server; undefined if it has none. */
export type Problems = Readonly<Partial<Record<FieldName, Problem | undefined>>>;

/** What shows nothing: controls, formatting such as U+200B, every kind of blank, halves of surrogate pairs, U+2800. */
const INVISIBLE = /^[\p{Cc}\p{Cf}\p{Cs}\p{Noncharacter_Code_Point}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/** The text of a field, trimmed; empty if the field holds none, or only what shows nothing. */
export function textOf(value: unknown): string {
  return typeof value !== 'string' || INVISIBLE.test(value) ? '' : value.trim();
}

/** Checks that a text is there, one that shows nothing counting as absent, and valid; `isValid` is asked about the trimmed text. */
export function checkText(value: unknown, isValid: (text: string) => boolean = () => true): Problem | undefined {
  if (isAbsent(value)) return 'missing';
  if (typeof value !== 'string') return 'invalid';
  const text = textOf(value);
  if (text === '') return 'missing';
  return isValid(text) ? undefined : 'invalid';
}

/** Checks that an integer from `least` to `most`, both included, is there; a numeric string is not a number. */
export function checkInteger(value: unknown, least: number, most: number): Problem | undefined {
  if (isAbsent(value)) return 'missing';
  const isInRange = typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most;
  return isInRange ? undefined : 'invalid';
}

/** Checks a switch: absent means off, and nothing but a boolean is read as on or off. */
export function checkFlag(value: unknown): Problem | undefined {
  return isAbsent(value) || typeof value === 'boolean' ? undefined : 'invalid';
}

/** The problem of a field that may be absent. */
export function optional(problem: Problem | undefined): Problem | undefined {
  return problem === 'missing' ? undefined : problem;
}

/** DynamoDB has both: an attribute that is not there, and one that is NULL. */
export function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}
