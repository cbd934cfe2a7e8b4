import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import type { DeviceItem } from '../../../../functions/store/items/device.ts';
import { putAll } from '../../../batch-write.ts';
import { CommandError } from '../../../command-line.ts';
import { EarlyEnd } from '../../../ending.ts';
import { LineFault, linesIn, piecesOf, type Line } from '../files.ts';
import type { Printer } from '../output.ts';
import type { CommandContext } from '../program.ts';
import { deviceReader, type ReadDevice } from './device-lines.ts';

interface ImportOptions {
  /** Number of the first line to import. */
  readonly from: number;
  readonly dryRun: boolean;
}

/** A shorter import shows no progress. */
const QUIET_LINES = 10_000;

/**
 * Puts the devices of a file, chunk by chunk. When a chunk is done, so are all lines before its end, and an import that
 * is stopped can be resumed from there. Prints what is wrong with broken lines, and a summary.
 * @throws CommandError when it is stopped, and at the end when a line was broken or there was no device at all
 */
export async function importDevices(
  context: CommandContext,
  file: string,
  { from, dryRun }: ImportOptions,
): Promise<void> {
  const { documents, tables, printer, ending } = context;
  const lines = await lineCount(context, file);
  const begun = performance.now();
  const total: Total = { devices: 0, broken: [], dryRun };
  let done = from - 1;
  ending.tellFailure((error) =>
    dryRun || (done < from && !(error instanceof EarlyEnd)) ? '' : extentOf(done, lines, total),
  );
  // The stream prepares the next chunk while one is written.
  const chunks: AsyncIterable<Chunk> = Readable.from(chunksOf(linesIn(piecesOf(context, file)), from), {
    highWaterMark: 1,
  });
  try {
    for await (const { devices, broken, valid, last } of chunks) {
      ending.asked.throwIfAborted();
      if (!dryRun) await putAll(documents, tables.devices, [...devices.values()]);
      total.devices += valid;
      total.broken.push(...broken);
      done = last;
      if (done >= QUIET_LINES) printer.progress(`done up to line ${String(done)} of ${lines}`);
    }
  } finally {
    printBroken(printer, total.broken);
  }
  ending.tellEarly(() => `all ${lines} lines are done: ${inWords(total)}`);
  report(printer, total, (performance.now() - begun) / 1000);
}

/** How many lines a file has. A pipe can be read only once. */
async function lineCount(context: CommandContext, file: string): Promise<string> {
  const stats = await stat(resolve(context.cwd(), file)).catch(() => undefined);
  if (!stats?.isFile()) return 'an unknown number of';
  let last = 0;
  for await (const { number } of linesIn(piecesOf(context, file))) last = number;
  return String(last);
}

/** Puts may be repeated: going on from the next line loses nothing. */
function extentOf(done: number, lines: string, total: Total): string {
  const next = String(done + 1);
  return `of ${lines} lines, all before line ${next} are done (${inWords(total)}): resume with --from ${next}`;
}

interface Broken {
  readonly line: number;
  readonly why: string;
}

/** More numbers would make a line hard to read; with `--json`, all are told. */
const MOST_NUMBERS = 10;

function printBroken(printer: Printer, broken: readonly Broken[]): void {
  for (const [why, group] of Map.groupBy(broken, (one) => one.why)) {
    const lines = group.map(({ line }) => line);
    const more = lines.length > MOST_NUMBERS ? ` and ${String(lines.length - MOST_NUMBERS)} more` : '';
    const which = `line${lines.length > 1 ? 's' : ''} ${lines.slice(0, MOST_NUMBERS).join(', ')}${more}`;
    printer.print({ lines, why }, `${which}: ${why}`);
  }
}

interface Total extends Pick<ImportOptions, 'dryRun'> {
  devices: number;
  readonly broken: Broken[];
}

function report(printer: Printer, total: Total, seconds: number): void {
  const { devices, broken, dryRun } = total;
  if (devices + broken.length === 0)
    throw new CommandError('There is no device in the file, or none after the line given');
  const [time, perSecond] = [seconds.toFixed(1), Math.round(devices / seconds)];
  printer.print(
    { devices, broken: broken.length, dryRun, seconds: Number(time), perSecond },
    `${devicesIn(total)}, in ${time} s (${String(perSecond)} devices/s)`,
  );
  if (broken.length > 0) throw new CommandError(`Broken lines, which were left out: ${String(broken.length)}`);
}

function devicesIn({ devices, dryRun }: Total): string {
  return `${String(devices)} devices ${dryRun ? 'valid, nothing written' : 'written'}`;
}

function inWords(total: Total): string {
  const broken = total.broken.length === 0 ? '' : `, ${String(total.broken.length)} broken lines left out`;
  return devicesIn(total) + broken;
}

/** Some lines of a file that are written together, and after which an import can be resumed. */
interface Chunk {
  /** By serial number: if a device occurs twice, the later line counts. */
  readonly devices: Map<string, DeviceItem>;
  readonly broken: Broken[];
  /** Number of its last line. */
  last: number;
  /** Number of lines that hold a device. */
  valid: number;
  /** Characters of its lines. */
  length: number;
}

/** Enough to keep all calls in flight busy, and few enough to need little memory. */
const MOST_LINES = 2_000;
const MOST_CHARACTERS = 8 * 1024 * 1024;

/**
 * The devices of a file, and its broken lines, from a line on.
 * @throws CommandError when the header is unusable
 */
export async function* chunksOf(lines: AsyncIterable<Line>, from: number): AsyncGenerator<Chunk, void> {
  let read: ReadDevice | undefined;
  let chunk: Chunk | undefined;
  for await (const line of lines) {
    read ??= deviceReader(line);
    chunk ??= { devices: new Map(), broken: [], last: 0, valid: 0, length: 0 };
    add(chunk, line, read, from);
    if (chunk.valid + chunk.broken.length < MOST_LINES && chunk.length < MOST_CHARACTERS) continue;
    yield chunk;
    chunk = undefined;
  }
  if (chunk) yield chunk;
}

function add(chunk: Chunk, line: Line, read: ReadDevice, from: number): void {
  chunk.last = line.number;
  chunk.length += line.text.length;
  try {
    const device = read(line);
    if (device === undefined || line.number < from) return;
    chunk.devices.set(device.sn, device);
    chunk.valid += 1;
  } catch (error) {
    if (!(error instanceof LineFault)) throw error;
    if (line.number >= from) chunk.broken.push({ line: line.number, why: error.message });
  }
}
