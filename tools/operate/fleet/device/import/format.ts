import { extname } from 'node:path';

/** JSON Lines has a device in each line; CSV has the names of the fields in its first. */
export const FORMATS = ['jsonl', 'csv'] as const;

export type Format = (typeof FORMATS)[number];

/** The format that the name of a file promises. */
export function formatOf(file: string): Format {
  return extname(file).toLowerCase() === '.csv' ? 'csv' : 'jsonl';
}
