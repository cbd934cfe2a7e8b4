import { SERIAL_NUMBER } from '../../../../functions/domain/device.ts';
import { CommandError, UsageError } from '../../../command-line.ts';
import { cellsOf, delimiterOf, parseJson } from '../device/import/formats.ts';
import { LineFault, linesOf } from '../device/import/lines.ts';
import { textOf } from '../device/import/readings.ts';
import { piecesOf, utf8In } from '../files.ts';
import { scan } from '../stage/items.ts';
import type { Stage } from '../stage/stage.ts';

/** Which devices a command is for. */
export interface Selection {
  /** Serial numbers; or `-` alone, for a list on standard input. */
  readonly sns: readonly string[];
  /** A list in a file. */
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

/**
 * The distinct serial numbers of a selection.
 * @throws CommandError when there are none, or a list holds something else
 */
export async function devicesOf(stage: Stage, selection: Selection): Promise<readonly string[]> {
  const { sns, file, all } = selection;
  if (namesEach(selection)) return [...new Set(sns)];
  const found = all ? registered(stage, selection) : listed(file === undefined ? process.stdin : piecesOf(file));
  const distinct = new Set<string>();
  for await (const sn of found) distinct.add(sn);
  if (distinct.size > 0) return [...distinct];
  throw new CommandError(
    all ? 'No registered device is of this product: see "device list"' : 'The list has no devices',
  );
}

const PRODUCT = { family: 'familyId', model: 'modelId', hardware: 'hardwareVersion' } as const;

async function* registered(stage: Stage, selection: Selection): AsyncGenerator<string, void> {
  const filters = [PRODUCT.family, PRODUCT.model, PRODUCT.hardware];
  const wanted = [selection.family, selection.model, selection.hardware];
  for await (const item of scan(stage, { table: 'devices', attributes: ['sn', ...filters] })) {
    if (wanted.every((value, index) => value === undefined || item[filters[index] ?? ''] === value))
      yield String(item['sn']);
  }
}

/**
 * The serial numbers of a list: one per line; or JSON Lines, as this tool prints them, or CSV with a header, both with
 * the serial number in `sn`. A broken line fails the whole list, so that no device is silently left out.
 */
export async function* listed(pieces: AsyncIterable<Buffer>): AsyncGenerator<string, void> {
  let read: ((text: string) => unknown) | undefined;
  for await (const { number, bytes } of linesOf(utf8In(pieces))) {
    try {
      const text = textOf(bytes).trim();
      if (text === '') continue;
      if (read === undefined) {
        const column = columnIn(text);
        read = column ?? (text.startsWith('{') ? snInJson : (sn) => sn);
        if (column) continue;
      }
      yield serialNumberIn(read(text));
    } catch (error) {
      throw error instanceof LineFault
        ? new CommandError(`Line ${String(number)} of the list ${error.message}`)
        : error;
    }
  }
}

/** A reader of the lines below a header with a column of serial numbers; undefined if it is not such a header. */
function columnIn(header: string): ((line: string) => unknown) | undefined {
  if (header.startsWith('{')) return undefined;
  const delimiter = delimiterOf(header);
  const index = cellsOf(header, delimiter).findIndex((cell) => cell.toLowerCase() === 'sn');
  return index < 0 ? undefined : (line) => cellsOf(line, delimiter)[index];
}

function snInJson(line: string): unknown {
  const value = parseJson(line);
  return typeof value === 'object' && value !== null && 'sn' in value ? value.sn : undefined;
}

function serialNumberIn(value: unknown): string {
  if (typeof value === 'string' && SERIAL_NUMBER.test(value)) return value;
  throw new LineFault('has no serial number: each needs one, alone or as "sn" in JSON Lines or in CSV with a header');
}
