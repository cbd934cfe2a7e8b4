import { InvalidArgumentError } from 'commander';

/** A whole number of at least 1. Throws when it is none. */
export function countingNumber(text: string): number {
  const number = Number(text);
  if (/^\d{1,16}$/.test(text) && number >= 1 && Number.isSafeInteger(number)) return number;
  throw new InvalidArgumentError('It is not a whole number of at least 1.');
}

/** A whole number, as families and models have. Throws when it is none. */
export function wholeNumber(text: string): number {
  const number = Number(text);
  if (/^-?\d{1,16}$/.test(text) && Number.isSafeInteger(number)) return number;
  throw new InvalidArgumentError('It is not a whole number.');
}
