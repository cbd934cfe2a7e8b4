import { SERIAL_NUMBER } from '../../../../functions/domain/device.ts';
import { CommandError, UsageError } from '../../../command-line.ts';
import { csvReader, isHeaderWord } from '../csv.ts';
import { isJson, jsonOf, LineFault, linesIn, piecesOf, type Line } from '../files.ts';
import { keyText, type Printer } from '../output.ts';
import type { CommandContext } from '../program.ts';
import { scan, type Stage } from '../stage/stage.ts';

/** Which devices a command is for. */
export interface Selection {
  /** Serial numbers; or `-` alone, for a list on standard input. */
  readonly sns: readonly string[];
  readonly file?: string | undefined;
  /** All registered devices that match the fields below. */
  readonly all?: boolean | undefined;
  readonly family?: number | undefined;
  readonly model?: number | undefined;
  readonly hardware?: string | undefined;
}

/** Throws a UsageError unless devices are selected in exactly one way. */
export function checkSelection({ sns, file, all = false, family, model, hardware }: Selection): void {
  const ways = [sns.length > 0, file !== undefined, all].filter(Boolean).length;
  if (ways !== 1 || (sns.length > 1 && sns.includes('-'))) {
    throw new UsageError('Which devices? Give serial numbers, or - for a list on standard input, or --file, or --all');
  }
  if (!all && [family, model, hardware].some((filter) => filter !== undefined)) {
    throw new UsageError('--family, --model and --hardware go with --all');
  }
}

/** Whether a command names each device, rather than giving a list or a filter. */
export function namesEach({ sns }: Selection): boolean {
  return sns.length > 0 && !sns.includes('-');
}

/** The devices that a command is for. */
export interface Devices {
  readonly sns: readonly string[];
  /** How many others there are, that no request can name. */
  readonly leftOut: number;
}

/**
 * The devices of records with these keys. A key that is no serial number would make the API refuse all, so it is left out,
 * and said to be.
 */
export function devicesWith(printer: Printer, keys: readonly string[]): Devices {
  const { sns = [], odd = [] } = Object.groupBy(keys, (key) => (SERIAL_NUMBER.test(key) ? 'sns' : 'odd'));
  const why = { style: 'red', text: 'left out: no serial number' } as const;
  for (const key of odd) printer.print({ sn: key, leftOut: true }, [`${keyText(key).padEnd(20)}  `, why]);
  return { sns, leftOut: odd.length };
}

/**
 * The devices of a selection, each once.
 * @throws CommandError when there are none, or a list holds something else
 */
export async function devicesOf(context: CommandContext, selection: Selection): Promise<Devices> {
  const { sns, file, all } = selection;
  if (namesEach(selection)) return { sns: [...new Set(sns)], leftOut: 0 };
  const pieces = file === undefined ? context.stdin : piecesOf(context, file);
  const found = all ? registered(context, selection) : listed(pieces);
  const distinct = new Set(await Array.fromAsync(found));
  if (distinct.size > 0) return devicesWith(context.printer, [...distinct]);
  throw new CommandError(
    all ? 'No registered device is of this product: see "device list"' : 'The list has no devices',
  );
}

async function* registered(stage: Stage, { family, model, hardware }: Selection): AsyncGenerator<string, void> {
  const wanted = Object.entries({ familyId: family, modelId: model, hardwareVersion: hardware });
  const attributes = ['sn', ...wanted.map(([name]) => name)];
  for await (const item of scan(stage, { table: 'devices', attributes })) {
    if (wanted.every(([name, value]) => value === undefined || item[name] === value)) yield String(item['sn']);
  }
}

/**
 * The serial numbers of a list: one per line; or JSON Lines, as this tool prints them, or CSV with a header, both with
 * the serial number in `sn`. A broken line fails the whole list, so that no device is silently left out. JSON Lines may
 * have any key of a record, since this tool prints those too.
 */
export async function* listed(pieces: AsyncIterable<Buffer>): AsyncGenerator<string, void> {
  let read: ((line: Line) => string | undefined) | undefined;
  for await (const line of linesIn(pieces)) {
    try {
      read ??= isJson(line) ? keyInJson : serialNumberReader();
      const key = read(line);
      if (key !== undefined) yield key;
    } catch (error) {
      if (!(error instanceof LineFault)) throw error;
      throw new CommandError(`Line ${String(line.number)} ${error.message}`, { cause: error });
    }
  }
}

function keyInJson(line: Line): string {
  const value = jsonOf(line);
  const key = typeof value === 'object' && value !== null && 'sn' in value ? value.sn : undefined;
  return typeof key === 'string' && key !== '' && !isHeaderWord(key) ? key : serialNumberIn(key);
}

function serialNumberReader(): (line: Line) => string | undefined {
  const read = csvReader((cells) => {
    const names = cells.map((cell) => cell.trim().toLowerCase());
    if (names.length === 1 && isHeaderWord(names[0])) return ['sn'];
    return names.includes('sn') ? names : undefined;
  });
  return (line) => {
    const row = read(line);
    return row && serialNumberIn(row.cells[row.names.indexOf('sn')]);
  };
}

function serialNumberIn(value: unknown): string {
  if (typeof value === 'string' && SERIAL_NUMBER.test(value) && !isHeaderWord(value)) return value;
  throw new LineFault('has no serial number: each needs one, alone or as "sn" in JSON Lines or in CSV with a header');
}
