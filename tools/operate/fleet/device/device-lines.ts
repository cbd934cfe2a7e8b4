import * as v from 'valibot';
import type { DeviceItem } from '../../../../functions/store/items/device.ts';
import { CommandError } from '../../../command-line.ts';
import { csvReader, type Row } from '../csv.ts';
import { isJson, jsonOf, LineFault, type Line } from '../files.ts';
import { deviceSchema, explainIssues, firstFaults, looksLikeName } from './schema.ts';

/** The device on a line; undefined if it is a line about others, such as a header. Throws a LineFault if it is broken. */
export type ReadDevice = (line: Line) => DeviceItem | undefined;

/** A reader of the lines of a file: of JSON Lines if the first is JSON, of CSV with the field names above the devices if not. */
export function deviceReader(first: Line): ReadDevice {
  if (isJson(first)) return (line) => deviceIn(jsonOf(line));
  const read = csvReader(fieldsNamed);
  return (line) => {
    const row = read(line);
    return row && deviceIn(recordOf(row));
  };
}

function deviceIn(record: unknown): DeviceItem {
  const { success, output, issues } = v.safeParse(deviceSchema, record);
  if (success) return output;
  throw new LineFault(explainIssues(issues));
}

const REQUIRED = ['sn', 'familyId', 'modelId', 'hardwareVersion', 'firmwareVersion'];
const OPTIONAL = ['online', 'streamServers'];

/**
 * The fields that the columns of a header hold, '' for one without a name, as spreadsheets leave them at the end.
 * @throws CommandError when the header is unusable, since then no line means anything
 */
function fieldsNamed(cells: readonly string[], { number }: Line): readonly string[] {
  const fields = [...REQUIRED, ...OPTIONAL];
  const columns = cells.map((cell) => cell.trim());
  const names = columns.map((column) => fields.find((name) => name.toLowerCase() === column.toLowerCase()) ?? '');
  const faults = [
    ...columns.flatMap((column, index) =>
      column !== '' && names[index] === '' ? [unknownColumn(column, index + 1)] : [],
    ),
    ...names.filter((name, index) => name && names.indexOf(name) < index).map((name) => `${name} is listed twice`),
    ...REQUIRED.filter((name) => !names.includes(name)).map((name) => `${name} is missing`),
  ];
  if (faults.length === 0) return names;
  throw new CommandError(
    `Line ${String(number)} is not a valid header: ${firstFaults(faults)}. It must name ${REQUIRED.join(', ')}, ` +
      `and may name ${OPTIONAL.join(', ')}; commas, semicolons or tabs separate the columns`,
  );
}

function unknownColumn(column: string, number: number): string {
  return `column ${String(number)}${looksLikeName(column) ? ` (${column})` : ''} is unknown`;
}

function recordOf({ names, cells }: Row): Record<string, unknown> {
  const columns = names.findLastIndex((name) => name !== '') + 1;
  // What was cut off must not pass for empty.
  if (cells.length < columns) {
    throw new LineFault(`has ${String(cells.length)} cells, and the header ${String(columns)}`);
  }
  const values = names.map((name, index) => [name, valueOf(name, cells[index] ?? '')] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

const Json = v.pipe(v.string(), v.parseJson());

/** The value of a field: undefined for an empty cell. What does not fit stays text, for the schema to refuse. */
function valueOf(name: string, cell: string): unknown {
  if (cell === '') return undefined;
  if (name === 'streamServers') return v.parse(v.fallback(Json, cell), cell);
  // Of a number such as 5.8E+09, digits are lost.
  return name.endsWith('Id') && /^-?\d{1,16}$/.test(cell) ? Number(cell) : cell;
}
