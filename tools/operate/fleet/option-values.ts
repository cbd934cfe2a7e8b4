import { Option } from '@commander-js/extra-typings';
import { InvalidArgumentError } from 'commander';
import * as v from 'valibot';
import { SERIAL_NUMBER } from '../../../functions/domain/device.ts';
import { FILE_LOCATION, FIRMWARE_VERSION } from '../../../functions/domain/firmware.ts';
import { UsageError } from '../../command-line.ts';
import { End } from '../../device-gateway/reports.ts';

/*
 * Parsers of arguments and option values. Each returns the value, or throws when the text is invalid, in words that
 * complete the library's "argument … is invalid".
 */

/** A serial number, as the API takes it. */
export function serialNumber(text: string): string {
  if (SERIAL_NUMBER.test(text)) return text;
  throw new InvalidArgumentError(
    'A serial number is 1 to 64 letters, digits, ".", "_" and "-", beginning with a letter or digit.',
  );
}

/** Adds a serial number to those that a command names, or `-` for a list on standard input. */
export function selectedSns(text: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), text === '-' ? text : serialNumber(text)];
}

/** A text that is not blank. */
export function someText(text: string): string {
  if (text.trim() !== '') return text;
  throw new InvalidArgumentError('It is blank.');
}

/** The URI of a file, as events may carry it: without secrets, since an archive keeps events. A Windows path is not one. */
export function fileUri(text: string): string {
  const isUri = /^[^:]{2,}:\/\//.test(text) && FILE_LOCATION.test(text) && URL.canParse(text);
  if (isUri && text.length <= LONGEST_URI) return text;
  // Not the library's error, which repeats the text: it may hold a password or a signature.
  throw new UsageError(
    `--location must be a URI of at most ${String(LONGEST_URI)} characters, such as s3://bucket/file or https://host/file, ` +
      'without user, query and fragment, since events carry it. Percent-encode odd characters.',
  );
}

/** Set by the data contract. */
const LONGEST_URI = 2_048;

/** The version of a firmware: events carry it as it is. */
export function firmwareVersion(text: string): string {
  if (FIRMWARE_VERSION.test(text) && text.trim() !== '' && text.length <= LONGEST_VERSION) return text;
  throw new InvalidArgumentError(
    `A version has 1 to ${String(LONGEST_VERSION)} printable characters other than " and \\.`,
  );
}

/** Nobody would read a longer one. */
const LONGEST_VERSION = 256;

/** A user name that fits into a cookie of the API. */
export function userName(text: string): string {
  if (text.trim() !== '' && text.length <= LONGEST_COOKIE && text.isWellFormed()) return text;
  throw new InvalidArgumentError(`A user name has 1 to ${String(LONGEST_COOKIE)} characters and is not blank.`);
}

/** The API rejects longer values. */
const LONGEST_COOKIE = 256;

/** The hash of a session id. */
export function sessionHash(text: string): string {
  if (/^[0-9a-f]{64}$/.test(text)) return text;
  // Not the library's error, which repeats the text: it may be the session id itself.
  throw new UsageError('--hash takes the hash that "session list" shows; a session id goes to standard input');
}

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };

/** 30 days, so that a leaked session does not stay useful. */
const LONGEST_SECONDS = 30 * 86_400;

/** The seconds in a duration such as `90s`, `30m`, `8h` or `7d`, at most the longest lifetime of a session. */
export function durationSeconds(text: string): number {
  const { count = '', unit = '' } = /^(?<count>\d{1,9})(?<unit>[smhd])$/.exec(text)?.groups ?? {};
  const seconds = Number(count) * (SECONDS[unit] ?? 0);
  if (seconds >= 1 && seconds <= LONGEST_SECONDS) return seconds;
  throw new InvalidArgumentError('A duration is a whole number and a unit, such as 90s, 30m, 8h or 7d; at most 30d.');
}

/** An option whose value is such a duration. */
export function duration<Flags extends string>(flags: Flags, description: string, preset: string) {
  return new Option(flags, `${description}, such as 90s, 30m, 8h or 7d`)
    .argParser(durationSeconds)
    .default(durationSeconds(preset), preset);
}

/** Why an upgrade failed, as the device gateway may report it. */
export function failureReason(text: string): string {
  if (text.trim() !== '' && v.is(End, { state: 'failed', reason: text })) return text;
  throw new InvalidArgumentError('A reason has 1 to 256 characters.');
}
