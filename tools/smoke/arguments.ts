import { parseArgs } from 'node:util';
import { UsageError } from './usage-error.ts';

/** Options as they stand on the command line. */
export type Arguments = ReturnType<typeof parse>;

/** The options on a command line. Throws a UsageError when one is unknown, or its value missing. */
export function parseArguments(args: readonly string[]): Arguments {
  try {
    return parse(args);
  } catch (error) {
    throw new UsageError(explain(error));
  }
}

function parse(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    options: {
      url: { type: 'string' },
      sid: { type: 'string' },
      uid: { type: 'string' },
      sn: { type: 'string' },
      'firmware-id': { type: 'string' },
      start: { type: 'boolean', default: false },
      timeout: { type: 'string', default: '15' },
      json: { type: 'boolean', default: false },
    },
  }).values;
}

/** Node's own words, but one line, and never an argument of no option: it may be a session id that went astray. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ('code' in error && error.code === 'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL') {
    return 'There is an argument that belongs to no option (--help tells all)';
  }
  return error.message.replaceAll('\n', ' ');
}
