import { parseOptions } from '../../operate/http-checks/command-line.ts';
import { UsageError } from '../../operate/http-checks/usage-error.ts';

export interface MutationOptions {
  /** Globs of the files to mutate; all of them without. */
  readonly files: readonly string[];
  /** Test runners side by side. */
  readonly concurrency: number;
}

/** The options that a command line gives. Throws a UsageError when they make no sense. */
export function readOptions(args: readonly string[]): MutationOptions {
  const { file, concurrency } = parseOptions(args, {
    file: { type: 'string', multiple: true, default: [] },
    concurrency: { type: 'string', default: '2' },
  });
  if (!/^[1-9]\d?$/.test(concurrency)) throw new UsageError('--concurrency is not a whole number from 1 to 99');
  if (file.some((glob) => glob.includes(','))) throw new UsageError('--file takes no commas: give it several times');
  return { files: file, concurrency: Number(concurrency) };
}
