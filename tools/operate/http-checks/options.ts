import { Option } from '@commander-js/extra-typings';
import { InvalidArgumentError } from 'commander';
import { SERIAL_NUMBER } from '../../../functions/domain/device.ts';
import { UsageError, wholeNumber } from '../../command-line.ts';
import type { Session } from '../../contract/requests.ts';

/** Base URL of the local stage, unless `PORT` changes it. */
export const LOCAL_URL = 'http://127.0.0.1:3000';

export const urlOption = new Option('--url <url>', 'base URL of the stage: the output ApiUrl of its stack')
  .argParser(baseUrl)
  .makeOptionMandatory();

export const timeoutOption = new Option('--timeout <seconds>', 'longest wait for an answer')
  .argParser(wholeNumber(1, 300))
  .default(15);

/** Parses a serial number. */
export function serialNumber(text: string): string {
  if (SERIAL_NUMBER.test(text)) return text;
  throw new InvalidArgumentError('No device can have this serial number.');
}

/**
 * A session, or none when neither half is given. Empty counts as absent: a workflow sets a variable even if its secret
 * is missing.
 * @param options the options to name when one half is missing
 */
export function sessionFrom(sid = '', uid = '', options = '--sid and --uid'): Session | undefined {
  if (sid === '' && uid === '') return undefined;
  if (sid === '' || uid === '') throw new UsageError(`Give both ${options}, or neither.`);
  return { sid, uid };
}

/** The messages do not repeat the URL, which may hold a password; InvalidArgumentError would. */
function baseUrl(text: string): string {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new UsageError('--url must be the base URL of a stage, with https://.');
  }
  if (url.username || url.password || url.search || url.hash) {
    throw new UsageError('--url must have no user, no query and no fragment.');
  }
  return url.href.replace(/\/+$/, '');
}
