import { Readable } from 'node:stream';
import type { DeviceItem } from '../../../../functions/store/items/device.ts';
import { putAll } from '../../../batch-write.ts';
import { CommandError } from '../../../command-line.ts';
import { messageOf } from '../errors.ts';
import { LineFault, linesIn, piecesOf, type Line } from '../files.ts';
import type { Printer } from '../output.ts';
import type { CommandContext } from '../program.ts';
import { readerBelow, readJson, type Format, type ReadDevice } from './device-lines.ts';

interface ImportOptions {
  readonly format: Format;
  /** Number of the first line to import. */
  readonly from: number;
  readonly dryRun: boolean;
}

/** A shorter import shows no progress. */
const QUIET_LINES = 10_000;

/**
 * Puts the devices of a file, chunk by chunk. When a chunk is done, so are all lines before its end, and an import that
 * is stopped can be resumed from there. Prints each broken line and a summary.
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
  const total = { devices: 0, broken: 0, dryRun: options.dryRun };
  let done = 0;
  // The stream prepares the next chunk while one is written.
  const chunks: AsyncIterable<Chunk> = Readable.from(chunksOf(linesIn(piecesOf(context, file)), options), {
    highWaterMark: 1,
  });
  try {
    for await (const { devices, broken, valid, last } of chunks) {
      if (interruption.signal.aborted) throw new CommandError('Interrupted');
      if (!options.dryRun) await putAll(documents, tables.devices, [...devices.values()]);
      for (const fault of broken) printer.print(fault, `line ${String(fault.line)}: ${fault.why}`);
      total.devices += valid;
      total.broken += broken.length;
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
  }
  report(printer, total, (performance.now() - begun) / 1000);
}

interface Total extends Pick<ImportOptions, 'dryRun'> {
  readonly devices: number;
  readonly broken: number;
}

function report(printer: Printer, total: Total, seconds: number): void {
  const { devices, broken, dryRun } = total;
  if (devices + broken === 0) throw new CommandError('There is no device in the file, or none after the line given');
  const [time, perSecond] = [seconds.toFixed(1), Math.round(devices / seconds)];
  printer.print(
    { ...total, seconds: Number(time), perSecond },
    `${String(devices)} devices ${dryRun ? 'valid, nothing written' : 'written'}, in ${time} s (${String(perSecond)} devices/s)`,
  );
  if (broken > 0) throw new CommandError(`Broken lines, which were left out: ${String(broken)}`);
}

/** Some lines of a file that are written together, and after which an import can be resumed. */
interface Chunk {
  /** By serial number: if a device occurs twice, the later line counts. */
  readonly devices: Map<string, DeviceItem>;
  readonly broken: { readonly line: number; readonly why: string }[];
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
  let read = format === 'csv' ? undefined : readJson;
  let chunk: Chunk | undefined;
  for await (const line of lines) {
    if (read === undefined) {
      // The header is read wherever the import starts.
      read = readerBelow(line);
      continue;
    }
    if (line.number < from) continue;
    chunk ??= { devices: new Map(), broken: [], last: 0, valid: 0, length: 0 };
    add(chunk, line, read);
    if (chunk.valid + chunk.broken.length < MOST_LINES && chunk.length < MOST_CHARACTERS) continue;
    yield chunk;
    chunk = undefined;
  }
  if (chunk) yield chunk;
}

function add(chunk: Chunk, line: Line, read: ReadDevice): void {
  chunk.last = line.number;
  chunk.length += line.text.length;
  try {
    const device = read(line);
    chunk.devices.set(device.sn, device);
    chunk.valid += 1;
  } catch (error) {
    if (!(error instanceof LineFault)) throw error;
    chunk.broken.push({ line: line.number, why: error.message });
  }
}
