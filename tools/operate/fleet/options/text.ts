import { InvalidArgumentError } from 'commander';

/** A text that is not blank. Throws when it is. */
export function someText(text: string): string {
  if (text.trim() !== '') return text;
  throw new InvalidArgumentError('It is blank.');
}
