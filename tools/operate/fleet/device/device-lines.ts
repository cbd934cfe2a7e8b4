import { extname } from 'node:path';
import * as v from 'valibot';
import type { DeviceItem } from '../../../../functions/store/items/device.ts';
import { CommandError } from '../../../command-line.ts';
import { csvBelow, jsonOf, LineFault, textOf, type Line } from '../files.ts';
import { deviceSchema, explainIssues, firstFaults, looksLikeName } from './schema.ts';

/** JSON Lines has a device on each line; CSV has the field names on its first. */
export const FORMATS = ['jsonl', 'csv'] as const;

export type Format = (typeof FORMATS)[number];

/** The format that the name of a file implies. Excel's "Unicode Text" is named .txt. */
export function formatOf(file: string): Format {
  return ['.csv', '.tsv', '.txt'].includes(extname(file).toLowerCase()) ? 'csv' : 'jsonl';
}

/** The device on a line. Throws a LineFault when there is none. */
export type ReadDevice = (line: Line) => DeviceItem;

export const readJson: ReadDevice = (line) => deviceIn(jsonOf(textOf(line)));

function deviceIn(record: unknown): DeviceItem {
  const { success, output, issues } = v.safeParse(deviceSchema, record);
  if (success) return output;
  throw new LineFault(explainIssues(issues));
}

const REQUIRED = ['sn', 'familyId', 'modelId', 'hardwareVersion', 'firmwareVersion'];
const OPTIONAL = ['online', 'streamServers'];

/**
 * Returns a reader of the lines below this header.
 * @throws CommandError when the header is unusable, since then no line means anything
 */
export function readerBelow(header: Line): ReadDevice {
  try {
    const { columns, cellsOf } = csvBelow(textOf(header));
    const names = fieldsNamed(columns);
    return (line) => deviceIn(recordOf(names, cellsOf(textOf(line))));
  } catch (error) {
    throw error instanceof LineFault ? new CommandError(`The first line ${error.message}`) : error;
  }
}

function fieldsNamed(columns: readonly string[]): readonly string[] {
  const fields = [...REQUIRED, ...OPTIONAL];
  const names = columns.map((column) => fields.find((name) => name.toLowerCase() === column.toLowerCase()) ?? '');
  const faults = [
    ...names.flatMap((name, index) => (name === '' ? [unknownColumn(columns[index] ?? '', index + 1)] : [])),
    ...names.filter((name, index) => name && names.indexOf(name) < index).map((name) => `${name} is listed twice`),
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

const Json = v.pipe(v.string(), v.parseJson());

/** The value of a field: undefined for an empty cell. What does not fit stays text, for the schema to refuse. */
function valueOf(name: string, cell: string): unknown {
  if (cell === '') return undefined;
  // Excel writes TRUE.
  if (name === 'online') return v.parse(v.fallback(Json, cell), cell.toLowerCase());
  if (name === 'streamServers') return v.parse(v.fallback(Json, cell), cell);
  // Of a number such as 5.8E+09, digits are lost.
  return name.endsWith('Id') && /^-?\d{1,16}$/.test(cell) ? Number(cell) : cell;
}
