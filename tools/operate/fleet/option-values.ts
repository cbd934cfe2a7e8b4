import { Option } from '@commander-js/extra-typings';
import { InvalidArgumentError } from 'commander';
import * as v from 'valibot';
import { FILE_LOCATION, FIRMWARE_VERSION } from '../../../functions/domain/firmware.ts';
import { REQUEST_KEY } from '../../../functions/domain/request-key.ts';
import { serialNumber, textThat, UsageError, visible } from '../../command-line.ts';
import { End } from '../../device-gateway/reports.ts';

/** Adds a serial number to those that a command names, or `-` for a list on standard input. */
export function selectedSns(text: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), text === '-' ? text : serialNumber(text)];
}

const Key = v.pipe(v.string(), v.parseJson(), v.string(), v.nonEmpty());

/** The key of a record: text as it is, a serial number or not; or in JSON, as lists show what is no serial number. */
export function recordKey(text: string): string {
  const { success, output } = v.safeParse(Key, text.startsWith('"') ? text : JSON.stringify(text));
  if (success) return output;
  throw new InvalidArgumentError('It must be a serial number, or a key as "upgrade list" shows it.');
}

const isBlank = (text: string) => text.trim() === '';

export const someText = textThat((text) => !isBlank(text), 'It is blank.');

/** What keeps a version from being what it looks like: in a sheet, people write ="1.0" or '1.0 lest it become a number. */
export const NOT_PLAIN = 'has quotes, =, or characters that are not seen';

export function isPlainVersion(text: string): boolean {
  return text.trim() === text && visible(text) === text && !/^[='‘’]|["“”]/.test(text);
}

export const deviceVersion = textThat((text) => text !== '' && isPlainVersion(text), `It is blank, or ${NOT_PLAIN}.`);

/** The URI of a file, as events may carry it: without secrets, since an archive keeps events. A Windows path is not one. */
export const fileUri = textThat(
  (text) => /^[^:]{2,}:\/\//.test(text) && FILE_LOCATION.test(text) && URL.canParse(text) && text.length <= 2_048,
  '--location must be a URI of at most 2048 characters, such as s3://bucket/file or https://host/file, without user, ' +
    'query and fragment, since events carry it. Percent-encode odd characters.',
  UsageError,
);

/** The version of a firmware: events carry it as it is. */
export const firmwareVersion = textThat(
  (text) => FIRMWARE_VERSION.test(text) && isPlainVersion(text) && text.length <= 256,
  'A version has 1 to 256 printable characters other than " and \\, and begins with none of = and \'.',
);

/** A user name that fits into a cookie of the API, which rejects longer ones. */
export const userName = textThat(
  (text) => !isBlank(text) && text.length <= 256 && text.isWellFormed(),
  'A user name has 1 to 256 characters and is not blank.',
);

export const campaignKey = textThat(
  (text) => REQUEST_KEY.test(text),
  'A key has 1 to 64 letters, digits and ._:+/=~-, and begins with a letter or digit.',
);

export const sessionHash = textThat(
  (text) => /^[0-9a-f]{64}$/.test(text),
  '--hash takes the hash that "session list" shows; a session id goes to standard input',
  UsageError,
);

/** Why an upgrade failed, as the device gateway may report it. */
export const failureReason = textThat(
  (text) => !isBlank(text) && v.is(End, { state: 'failed', reason: text }),
  'A reason has 1 to 256 characters.',
);

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };

/** The parser of the seconds in a duration such as `90s`, `30m`, `8h` or `7d`. */
export const secondsUpTo = (mostDays: number) => (text: string) => {
  const { count = '', unit = '' } = /^(?<count>\d{1,9})(?<unit>[smhd])$/.exec(text)?.groups ?? {};
  const seconds = Number(count) * (SECONDS[unit] ?? 0);
  if (seconds >= 1 && seconds <= mostDays * 86_400) return seconds;
  const most = `${String(mostDays)}d`;
  throw new InvalidArgumentError(
    `A duration is a whole number and a unit, such as 90s, 30m, 8h or 7d; at most ${most}.`,
  );
};

/** An option whose value is such a duration. */
export function duration<Flags extends string>(flags: Flags, description: string, preset: string, mostDays: number) {
  const secondsIn = secondsUpTo(mostDays);
  return new Option(flags, `${description}, such as 90s, 30m, 8h or 7d`)
    .argParser(secondsIn)
    .default(secondsIn(preset), preset);
}
