import { Readable } from 'node:stream';
import type { DeviceItem } from '../../../../functions/store/items/device.ts';
import { putAll } from '../../../batch-write.ts';
import { CommandError } from '../../../command-line.ts';
import { messageOf } from '../errors.ts';
import { LineFault, linesIn, piecesOf, type Line } from '../files.ts';
import type { Printer } from '../output.ts';
import type { CommandContext } from '../program.ts';
import { deviceReader, type Format, type ReadDevice } from './device-lines.ts';

interface ImportOptions {
  readonly format?: Format | undefined;
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
export async function importDevices(context: CommandContext, file: string, options: ImportOptions): Promise<void> {
  const { documents, tables, printer } = context;
  const interruption = new AbortController();
  // A second Ctrl-C ends the process.
  const interrupt = () => {
    interruption.abort();
  };
  process.once('SIGINT', interrupt);
  const begun = performance.now();
  const total: Total = { devices: 0, broken: [], dryRun: options.dryRun };
  let done = 0;
  // The stream prepares the next chunk while one is written.
  const chunks: AsyncIterable<Chunk> = Readable.from(chunksOf(linesIn(piecesOf(context, file)), options), {
    highWaterMark: 1,
  });
  try {
    for await (const { devices, broken, valid, last } of chunks) {
      if (interruption.signal.aborted) throw new CommandError('Interrupted');
      if (!options.dryRun) await putAll(documents, tables.devices, [...devices.values()]);
      total.devices += valid;
      total.broken.push(...broken);
      done = last;
      if (done >= QUIET_LINES) printer.progress(`done up to line ${String(done)}`);
    }
  } catch (error) {
    // Puts may be repeated: from here it loses nothing.
    const next = String(done + 1);
    const resume = `; all lines before ${next} are done: resume with --from ${next}`;
    throw new CommandError(messageOf(error) + (done === 0 || options.dryRun ? '' : resume), { cause: error });
  } finally {
    process.off('SIGINT', interrupt);
    printBroken(printer, total.broken);
  }
  report(printer, total, (performance.now() - begun) / 1000);
}

/** A line that is left out. */
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

function report(printer: Printer, { devices, broken, dryRun }: Total, seconds: number): void {
  if (devices + broken.length === 0)
    throw new CommandError('There is no device in the file, or none after the line given');
  const [time, perSecond] = [seconds.toFixed(1), Math.round(devices / seconds)];
  printer.print(
    { devices, broken: broken.length, dryRun, seconds: Number(time), perSecond },
    `${String(devices)} devices ${dryRun ? 'valid, nothing written' : 'written'}, in ${time} s (${String(perSecond)} devices/s)`,
  );
  if (broken.length > 0) throw new CommandError(`Broken lines, which were left out: ${String(broken.length)}`);
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
 * The devices of a file, and its broken lines.
 * @throws CommandError when the header is unusable
 */
export async function* chunksOf(
  lines: AsyncIterable<Line>,
  { format, from }: Pick<ImportOptions, 'format' | 'from'>,
): AsyncGenerator<Chunk, void> {
  let read: ReadDevice | undefined;
  let chunk: Chunk | undefined;
  for await (const line of lines) {
    read ??= deviceReader(line, format);
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
