import { InvalidArgumentError } from 'commander';

/** The API takes no longer cookie. */
const LONGEST = 256;

/** A user name that the API can take as a cookie. Throws when it cannot. */
export function userName(text: string): string {
  if (text.trim() !== '' && text.length <= LONGEST && text.isWellFormed()) return text;
  throw new InvalidArgumentError(`A user name has 1 to ${String(LONGEST)} characters and is not blank.`);
}
