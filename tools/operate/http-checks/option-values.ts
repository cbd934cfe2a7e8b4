import { SERIAL_NUMBER } from '../../../functions/domain/device.ts';
import type { Session } from './check.ts';
import { UsageError } from './usage-error.ts';

const LONGEST_TIMEOUT_SECONDS = 300;

/** An upgrade that the user wants started. */
export interface UpgradeOrder {
  readonly sn: string;
  readonly firmwareId: number;
}

/** A session, or none when neither half is given: empty is absent, as a workflow sets a variable without its secret. */
export function sessionFrom(sid = '', uid = '', options = '--sid and --uid'): Session | undefined {
  if (sid === '' && uid === '') return undefined;
  if (sid === '' || uid === '') throw new UsageError(`${options} go together: one of them is missing`);
  return { sid, uid };
}

/** What to start. Throws a UsageError when half of it is missing. */
export function orderFrom(sn: string | undefined, firmwareId: number | undefined): UpgradeOrder {
  if (sn === undefined || firmwareId === undefined) {
    throw new UsageError('--start needs to know what to start: give --sn and --firmware-id too');
  }
  return { sn, firmwareId };
}

/** The serial number in an option that may be absent. */
export function serialNumber(option: string, text: string | undefined): string | undefined {
  if (text !== undefined && !SERIAL_NUMBER.test(text)) throw new UsageError(`${option} is not a serial number`);
  return text;
}

/** The firmware id in an option that may be absent. */
export function firmwareId(option: string, text: string | undefined): number | undefined {
  return text === undefined ? undefined : wholeNumber(option, text, Number.MAX_SAFE_INTEGER);
}

/** The seconds in `--timeout`. */
export function timeoutSeconds(text: string): number {
  return wholeNumber('--timeout', text, LONGEST_TIMEOUT_SECONDS);
}

function wholeNumber(option: string, text: string, most: number): number {
  const number = Number(text);
  if (/^\d{1,16}$/.test(text) && number >= 1 && number <= most) return number;
  throw new UsageError(`${option} is not a whole number from 1 to ${String(most)}`);
}

/** Nothing that could carry a secret or change the paths: it is printed, and paths are put behind it. */
export function baseUrl(text: string | undefined): string {
  const url = URL.parse(text ?? '');
  if (text === undefined || url === null || !/^https?:$/.test(url.protocol)) {
    throw new UsageError('Which stage? Give --url URL: the base URL of a stage, with https:// (--help tells all)');
  }
  if (url.username || url.password || url.search || url.hash) {
    throw new UsageError('--url takes a base URL: no user, no query, no fragment');
  }
  return url.href.replace(/\/+$/, '');
}
