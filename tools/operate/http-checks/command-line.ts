import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { UsageError } from './usage-error.ts';

/**
 * Runs a command and resolves to its exit code: what `run` says, 0 for `--help`, and 2 with one line on standard error
 * for a command line that makes no sense.
 */
export async function runCommand(args: readonly string[], help: string, run: () => Promise<number>): Promise<number> {
  if (args.includes('--help')) {
    console.log(help);
    return 0;
  }
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.error(error.message);
    return 2;
  }
}

/** The options on a command line. Throws a UsageError when one is unknown, or its value missing. */
export function parseOptions<Options extends ParseArgsOptionsConfig>(args: readonly string[], options: Options) {
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new UsageError(explain(error));
  }
}

/** Node's own words, but one line, and never an argument of no option: it may be a session id that went astray. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ('code' in error && error.code === 'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL') {
    return 'There is an argument that belongs to no option (--help tells all)';
  }
  return error.message.replaceAll('\n', ' ');
}
