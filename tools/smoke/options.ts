import { SERIAL_NUMBER } from '../../functions/domain/device.ts';
import { type Arguments, parseArguments } from './arguments.ts';
import type { Session } from './check.ts';
import { UsageError } from './usage-error.ts';

const LONGEST_TIMEOUT_SECONDS = 300;

/** An upgrade that the user wants started. */
export interface UpgradeOrder {
  readonly sn: string;
  readonly firmwareId: number;
}

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
  const given = parseArguments(args);
  const session = sessionFrom(given.sid ?? env['SMOKE_SID'] ?? '', given.uid ?? env['SMOKE_UID'] ?? '');
  const sn = given.sn === undefined ? undefined : serialNumber(given.sn);
  if (sn !== undefined && session === undefined) throw new UsageError('--sn needs a session: give --sid and --uid too');
  return {
    url: baseUrl(given.url),
    session,
    sn,
    start: orderFrom(given, sn),
    timeoutSeconds: wholeNumber('--timeout', given.timeout, LONGEST_TIMEOUT_SECONDS),
    json: given.json,
  };
}

/** Empty is absent: so a workflow sets a variable from a secret that does not exist. */
function sessionFrom(sid: string, uid: string): Session | undefined {
  if (sid === '' && uid === '') return undefined;
  if (sid === '' || uid === '') throw new UsageError('--sid and --uid go together: one of them is missing');
  return { sid, uid };
}

function orderFrom(given: Arguments, sn: string | undefined): UpgradeOrder | undefined {
  const id = given['firmware-id'];
  const firmwareId = id === undefined ? undefined : wholeNumber('--firmware-id', id, Number.MAX_SAFE_INTEGER);
  if (!given.start) return undefined;
  if (sn === undefined || firmwareId === undefined) {
    throw new UsageError('--start needs to know what to start: give --sn and --firmware-id too');
  }
  return { sn, firmwareId };
}

function serialNumber(text: string): string {
  if (!SERIAL_NUMBER.test(text)) throw new UsageError('--sn is not a serial number');
  return text;
}

function wholeNumber(option: string, text: string, most: number): number {
  const number = Number(text);
  if (/^\d{1,16}$/.test(text) && number >= 1 && number <= most) return number;
  throw new UsageError(`${option} is not a whole number from 1 to ${String(most)}`);
}

/** Nothing that could carry a secret or change the paths: it is printed, and paths are put behind it. */
function baseUrl(text: string | undefined): string {
  const url = URL.parse(text ?? '');
  if (text === undefined || url === null || !/^https?:$/.test(url.protocol)) {
    throw new UsageError('Which stage? Give --url URL: the base URL of a stage, with https:// (--help tells all)');
  }
  if (url.username || url.password || url.search || url.hash) {
    throw new UsageError('--url takes a base URL: no user, no query, no fragment');
  }
  return url.href.replace(/\/+$/, '');
}
