import { stripVTControlCharacters } from 'node:util';

/** A stored value in one line: `-` if there is none. Tables may hold codes that a terminal obeys. */
export function plain(value: unknown): string {
  if (typeof value === 'string') return stripVTControlCharacters(value).replace(/\p{Cc}+/gu, ' ');
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '-';
}
