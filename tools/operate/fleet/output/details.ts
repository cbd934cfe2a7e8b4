import { plain } from './plain.ts';

/** A record with an attribute on each line; those that it lacks are left out. */
export function detailLines(record: Readonly<Record<string, unknown>>): string {
  const present = Object.entries(record).filter(([, value]) => value !== undefined);
  const width = Math.max(...present.map(([name]) => name.length));
  return present.map(([name, value]) => `${name.padEnd(width)}  ${plain(value)}`).join('\n');
}
