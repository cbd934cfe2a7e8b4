import { InvalidArgumentError } from 'commander';

const SECONDS = { s: 1, m: 60, h: 3_600, d: 86_400 } as const;

/** A year: whoever asks for more has most likely mistaken the unit. */
const LONGEST_SECONDS = 365 * SECONDS.d;

/** The seconds in a duration such as `90s`, `30m`, `8h` or `7d`. Throws when it is none, or longer than a year. */
export function durationSeconds(text: string): number {
  const { count = '', unit = '' } = /^(?<count>\d{1,9})(?<unit>[smhd])$/.exec(text)?.groups ?? {};
  const seconds = Number(count) * (isUnit(unit) ? SECONDS[unit] : 0);
  if (seconds >= 1 && seconds <= LONGEST_SECONDS) return seconds;
  throw new InvalidArgumentError('A duration is a whole number and a unit, such as 90s, 30m, 8h or 7d; at most 365d.');
}

function isUnit(text: string): text is keyof typeof SECONDS {
  return Object.hasOwn(SECONDS, text);
}
