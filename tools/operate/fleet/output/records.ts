import { stripVTControlCharacters } from 'node:util';
import { isAhead } from '../../../../functions/domain/epoch-seconds.ts';

/** What the tool shows of an item: attributes by their names. */
export type Row = Readonly<Record<string, unknown>>;

/** The columns of a list: attributes and their minimum widths; longer values push the next ones to the right. */
export type Columns = Readonly<Record<string, number>>;

/** A stored value in one line, or `-` if there is none. Stored text may hold terminal control codes. */
export function plain(value: unknown): string {
  if (typeof value === 'string') return stripVTControlCharacters(value).replace(/\p{Cc}+/gu, ' ');
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '-';
}

/** Epoch seconds in ISO 8601; undefined if they are not a plausible time. */
export function moment(seconds: unknown): string | undefined {
  if (typeof seconds !== 'number' || !isAhead(seconds, 0)) return undefined;
  return new Date(seconds * 1000).toISOString();
}

/** The named attributes of an item that are text, numbers or booleans. Others may hold secrets and are left out. */
export function scalarsOf(item: Row, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.flatMap((name) => (isScalar(item[name]) ? [[name, item[name]]] : [])));
}

function isScalar(value: unknown): boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

/** A record with one attribute per line; missing ones are left out. */
export function detailLines(record: Row): string {
  const present = Object.entries(record).filter(([, value]) => value !== undefined);
  const width = Math.max(...present.map(([name]) => name.length));
  return present.map(([name, value]) => `${name.padEnd(width)}  ${plain(value)}`).join('\n');
}

/** The attribute names, as the line above a list. */
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
