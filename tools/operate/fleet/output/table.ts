import { styleText } from 'node:util';
import { plain } from './plain.ts';

/** A column of a list: its title, the attribute that it shows, and how wide it is; longer values push the others on. */
export interface Column {
  readonly title: string;
  readonly attribute: string;
  readonly width: number;
}

/** The line above a list; set off on a terminal only. */
export function headingLine(columns: readonly Column[]): string {
  return styleText('bold', line(columns.map(({ title, width }) => title.padEnd(width))));
}

/** A record as a line of a list. */
export function recordLine(columns: readonly Column[], record: Readonly<Record<string, unknown>>): string {
  return line(columns.map(({ attribute, width }) => plain(record[attribute]).padEnd(width)));
}

function line(cells: readonly string[]): string {
  return cells.join('  ').trimEnd();
}
