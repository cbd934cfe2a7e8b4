import { parseOptions } from '../../operate/http-checks/command-line.ts';
import { UsageError } from '../../operate/http-checks/usage-error.ts';

export interface SoakOptions {
  readonly seconds: number;
  /** Requests a second. */
  readonly rate: number;
  /** Folder for the results. */
  readonly out: string;
}

/** The options that a command line gives. Throws a UsageError when they make no sense. */
export function readOptions(args: readonly string[]): SoakOptions {
  const given = parseOptions(args, {
    minutes: { type: 'string', default: '10' },
    rate: { type: 'string', default: '40' },
    out: { type: 'string', default: 'docs/reliability' },
  });
  return { seconds: 60 * count('--minutes', given.minutes), rate: count('--rate', given.rate), out: given.out };
}

function count(option: string, text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new UsageError(`${option} is not a whole number from 1 to 9999`);
  return Number(text);
}
