import { API_STATUS } from './generated/api-status.ts';

/** Name of a result code. */
export type CodeName = keyof typeof API_STATUS;

/** A result code. */
export type Code = (typeof API_STATUS)[CodeName];

const NAMES = Object.keys(API_STATUS).filter((name) => isCodeName(name));

/** The name of a result code: `codeName(0)` is `'SUCCESS'`. Throws a RangeError for a number that is none. */
export function codeName(code: Code): CodeName {
  const name = NAMES.find((each) => API_STATUS[each] === code);
  if (name === undefined) throw new RangeError(`${String(code)} is no result code`);
  return name;
}

/** Whether a value is a result code. */
export function isCode(value: unknown): value is Code {
  return NAMES.some((name) => API_STATUS[name] === value);
}

function isCodeName(name: string): name is CodeName {
  return Object.hasOwn(API_STATUS, name);
}
