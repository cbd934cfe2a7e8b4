import { stripVTControlCharacters } from 'node:util';
import { isAhead } from '../../../../functions/domain/epoch-seconds.ts';

/** What the tool shows of an item: attributes by their names. */
export type Row = Readonly<Record<string, unknown>>;

/** The columns of a list: attributes and how wide they are, at least; longer values push the others on. */
export type Columns = Readonly<Record<string, number>>;

/** A stored value in one line: `-` if there is none. Tables may hold codes that a terminal obeys. */
export function plain(value: unknown): string {
  if (typeof value === 'string') return stripVTControlCharacters(value).replace(/\p{Cc}+/gu, ' ');
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '-';
}

/** Epoch seconds in ISO 8601; undefined if they are no credible moment. */
export function moment(seconds: unknown): string | undefined {
  if (typeof seconds !== 'number' || !isAhead(seconds, 0)) return undefined;
  return new Date(seconds * 1000).toISOString();
}

/** The named attributes of an item, if they are text, numbers or switches. All others may hold secrets, and stay away. */
export function scalarsOf(item: Row, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.flatMap((name) => (isScalar(item[name]) ? [[name, item[name]]] : [])));
}

function isScalar(value: unknown): boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

/** A record with an attribute on each line; those that it lacks are left out. */
export function detailLines(record: Row): string {
  const present = Object.entries(record).filter(([, value]) => value !== undefined);
  const width = Math.max(...present.map(([name]) => name.length));
  return present.map(([name, value]) => `${name.padEnd(width)}  ${plain(value)}`).join('\n');
}

/** The names of the attributes, as the line above a list. */
export function headingLine(columns: Columns): string {
  return lineOf(columns, (name) => name);
}

/** A record as a line of a list. */
export function recordLine(columns: Columns, record: Row): string {
  return lineOf(columns, (name) => plain(record[name]));
}

function lineOf(columns: Columns, cellOf: (name: string) => string): string {
  const cells = Object.entries(columns).map(([name, width]) => cellOf(name).padEnd(Math.max(width, name.length)));
  return cells.join('  ').trimEnd();
}
