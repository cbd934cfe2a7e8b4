import type { Session } from '../http-checks/check.ts';
import { parseOptions } from '../http-checks/command-line.ts';
import {
  baseUrl,
  firmwareId,
  orderFrom,
  serialNumber,
  sessionFrom,
  timeoutSeconds,
  type UpgradeOrder,
} from '../http-checks/option-values.ts';
import { UsageError } from '../http-checks/usage-error.ts';

/** What the user wants checked. */
export interface SmokeOptions {
  /** Without a slash at its end. */
  readonly url: string;
  readonly session?: Session | undefined;
  /** A registered device. There only with a session. */
  readonly sn?: string | undefined;
  /** There only with a session, and only when the user said `--start`. */
  readonly start?: UpgradeOrder | undefined;
  readonly timeoutSeconds: number;
  readonly json: boolean;
}

/** The options that a command line and the environment give. Throws a UsageError when they make no sense. */
export function readOptions(args: readonly string[], env: NodeJS.ProcessEnv): SmokeOptions {
  const given = parse(args);
  const session = sessionFrom(given.sid ?? env['SMOKE_SID'], given.uid ?? env['SMOKE_UID']);
  const sn = serialNumber('--sn', given.sn);
  if (sn !== undefined && session === undefined) throw new UsageError('--sn needs a session: give --sid and --uid too');
  const id = firmwareId('--firmware-id', given['firmware-id']);
  return {
    url: baseUrl(given.url),
    session,
    sn,
    start: given.start ? orderFrom(sn, id) : undefined,
    timeoutSeconds: timeoutSeconds(given.timeout),
    json: given.json,
  };
}

function parse(args: readonly string[]) {
  return parseOptions(args, {
    url: { type: 'string' },
    sid: { type: 'string' },
    uid: { type: 'string' },
    sn: { type: 'string' },
    'firmware-id': { type: 'string' },
    start: { type: 'boolean', default: false },
    timeout: { type: 'string', default: '15' },
    json: { type: 'boolean', default: false },
  });
}
