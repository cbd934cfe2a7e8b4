import { API_STATUS } from './generated/api-status.ts';

type KnownName = keyof typeof API_STATUS;

/** Name of a result code. `UNRECOGNIZED` is a code of the service that this version of the client does not know. */
export type CodeName = KnownName | 'UNRECOGNIZED';

const NAMES = Object.keys(API_STATUS).filter((name) => isKnown(name));

/** The name of a result code: `codeName(0)` is `'SUCCESS'`. */
export function codeName(code: number): CodeName {
  return NAMES.find((name) => API_STATUS[name] === code) ?? 'UNRECOGNIZED';
}

function isKnown(name: string): name is KnownName {
  return Object.hasOwn(API_STATUS, name);
}
