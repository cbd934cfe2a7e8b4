import { extname } from 'node:path';
import { parse } from 'csv-parse/sync';
import { CommandError } from '../../../../command-line.ts';
import { firstFaults, looksLikeName } from '../schema.ts';
import { LineFault } from './lines.ts';

/** JSON Lines has a device on each line; CSV has the field names on its first. */
export const FORMATS = ['jsonl', 'csv'] as const;

export type Format = (typeof FORMATS)[number];

/** The format that the name of a file implies. Excel's "Unicode Text" is named .txt. */
export function formatOf(file: string): Format {
  return ['.csv', '.tsv', '.txt'].includes(extname(file).toLowerCase()) ? 'csv' : 'jsonl';
}

/**
 * The value of a JSON text.
 * @throws LineFault when it is not JSON; the parser's own message would repeat the text
 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new LineFault('is not JSON');
  }
}

const REQUIRED = ['sn', 'familyId', 'modelId', 'hardwareVersion', 'firmwareVersion'];
const OPTIONAL = ['online', 'streamServers'];

/**
 * Returns a reader of the lines below this header, with the header's delimiter. Each line is a record of its own, even
 * with a quote left open at its end: so a broken line spoils no other.
 * @throws CommandError when the header is unusable, since then no line means anything
 */
export function csvReader(header: string): (line: string) => unknown {
  const delimiter = delimiterOf(header);
  const names = fieldsNamed(cellsOf(header, delimiter));
  return (line) => recordOf(names, cellsOf(line, delimiter));
}

/** Excel writes semicolons where the comma is the decimal separator, and tabs in its "Unicode Text". */
export function delimiterOf(header: string): string {
  return [',', ';', '\t'].find((delimiter) => header.includes(delimiter)) ?? ',';
}

function fieldsNamed(columns: readonly string[]): readonly string[] {
  const fields = [...REQUIRED, ...OPTIONAL];
  const names = columns.map((column) => fields.find((name) => name.toLowerCase() === column.toLowerCase()) ?? '');
  const faults = [
    ...names.flatMap((name, index) => (name === '' ? [unknownColumn(columns[index] ?? '', index + 1)] : [])),
    ...names.filter((name, index) => name && names.indexOf(name) < index).map((name) => `${name} stands twice`),
    ...REQUIRED.filter((name) => !names.includes(name)).map((name) => `${name} is missing`),
  ];
  if (faults.length === 0) return names;
  throw new CommandError(
    `The first line is not a valid header: ${firstFaults(faults)}. It must name ${REQUIRED.join(', ')}, ` +
      `and may name ${OPTIONAL.join(', ')}; commas, semicolons or tabs separate the columns`,
  );
}

function unknownColumn(column: string, number: number): string {
  return `column ${String(number)}${looksLikeName(column) ? ` (${column})` : ''} is unknown`;
}

function recordOf(names: readonly string[], cells: readonly string[]): Record<string, unknown> {
  if (cells.length !== names.length) {
    throw new LineFault(`has ${String(cells.length)} cells, and the header ${String(names.length)}`);
  }
  const values = names.map((name, index) => [name, valueOf(name, cells[index] ?? '')] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

/** The library's own message repeats the cell at fault. */
export function cellsOf(line: string, delimiter: string): string[] {
  try {
    return parse(line, { delimiter, trim: true, relax_column_count: true })[0] ?? [];
  } catch {
    throw new LineFault('is not CSV: check its quotes');
  }
}

/** The value of a field: undefined for an empty cell. What does not fit stays text, for the schema to refuse. */
function valueOf(name: string, cell: string): unknown {
  if (cell === '') return undefined;
  switch (name) {
    case 'familyId':
    case 'modelId':
      return /^-?\d{1,16}$/.test(cell) ? Number(cell) : cell;
    case 'online':
      // Excel writes it in capitals.
      return /^(?:true|false)$/i.test(cell) ? cell.toLowerCase() === 'true' : cell;
    case 'streamServers':
      return jsonOr(cell);
    default:
      return cell;
  }
}

function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
