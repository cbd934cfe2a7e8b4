import { requestIdentity } from './request-identity.ts';

/**
 * What the functions may log, by code. Codes are stable, so that searches, alarms and tests can rely on them.
 * Lambda's JSON log format adds time, level and its own request id to each line.
 */
export const LOG_MESSAGES = {
  UPGRADE_STARTED:
    'An upgrade was started; one line for each, except where the function was stopped or the outcome was not known',
  UPGRADE_CANCELLED:
    'An upgrade was cancelled before its device began; one line for each, with the same exceptions as for a start',
  ACCESS_DENIED: 'A request was refused: it had no valid session or no rights, or it bypassed the front proxy',
  LEASE_EXPIRED: 'A device was claimed over an upgrade whose lease had run out before anybody reported its end',
  UNFORESEEN_ERROR: 'An error that no rule foresees was answered with 500',
  STORE_UNAVAILABLE:
    'A table did not answer; the request was refused with 503. No upgrade was started or cancelled; a roll-out may have been made or changed',
  WRITES_UNANSWERED: 'A call to write upgrades got no answer; their records will be read back',
  WRITE_NOT_TAKEN:
    'The database did not take writes: settings or rights are wrong; their devices were told to try again',
  WRITES_GIVEN_UP:
    'Time ran out for writes that were throttled, failed or not begun; their devices were told to try again',
  READ_BACK_FAILED: 'What became of unanswered writes is not known; their devices were told to try again',
  DEVICE_RECORD_INVALID: 'A device record lacks what an upgrade needs and was treated as unknown',
  ROLLOUT_CHANGED:
    'A caller has made, paused, resumed or cancelled a roll-out; one whose reply was lost may have no such line',
  ROLLOUT_ODD:
    'A roll-out makes no sense, a change of it was not taken, or a run failed on it; it was paused for an error',
  ROLLOUT_UNANSWERED:
    'A change of a roll-out got no answer or was not taken, or a run gave it up; the roll-out will be read again',
  ROLLOUT_UNREADABLE: 'A roll-out could not be read; the next run tries again',
  EVENT_INVALID:
    'The recorder does not understand an event; it is in no history. Lambda tries it again, and then it is a dead letter',
  EVENT_NOT_RECORDED: 'The table did not take an event into the history of its device; Lambda tries it again',
  FIRMWARE_RECORD_INVALID: 'A firmware record is incomplete and was treated as not available',
  FIRMWARES_LEFT_OUT: 'Firmware records are incomplete and were left out of a listing',
} as const;

export type LogCode = keyof typeof LOG_MESSAGES;

/** Never cookies, session ids, stream keys, passphrases or bodies. */
type LogFields = Readonly<Record<string, unknown>>;

export function logInfo(code: LogCode, fields: LogFields = {}): void {
  console.info(lineOf(code, fields));
}

export function logWarning(code: LogCode, fields: LogFields = {}): void {
  console.warn(lineOf(code, fields));
}

export function logError(code: LogCode, error: unknown, fields: LogFields = {}): void {
  console.error(lineOf(code, { ...fields, error: describe(error) }));
}

function lineOf(code: LogCode, fields: LogFields): unknown {
  return { code, text: LOG_MESSAGES[code], ...requestIdentity(), ...visible(fields) };
}

/** Characters that JSON leaves although they reorder text, or look like a space or nothing: they could disguise a line. */
const INVISIBLE = /[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/gu;

/** The fields, with such characters replaced in every text. */
function visible(fields: object): object {
  const visibleFields: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) visibleFields[name] = shown(value);
  return visibleFields;
}

function shown(value: unknown): unknown {
  if (typeof value === 'object' && value !== null) return visible(value);
  if (typeof value !== 'string') return value;
  return value.replaceAll(INVISIBLE, (character) => `\\u{${Number(character.codePointAt(0)).toString(16)}}`);
}

/**
 * An error and its causes, by name, message and stack alone: libraries hang requests, bodies and whole responses on
 * their errors, and those must not reach the log.
 */
function describe(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return { name: typeof error };
  const { name, message, stack, cause } = error;
  return { name, message, stack, ...(cause !== undefined && depth < 3 && { cause: describe(cause, depth + 1) }) };
}
