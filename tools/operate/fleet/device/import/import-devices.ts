import { Readable } from 'node:stream';
import { putAll } from '../../../../batch-write.ts';
import { CommandError } from '../../../../command-line.ts';
import { piecesOf, sizeOf, utf8In } from '../../files.ts';
import { messageOf } from '../../output/errors.ts';
import type { Printer } from '../../output/printer.ts';
import type { Stage } from '../../stage/stage.ts';
import { chunksOf, type Chunk } from './chunks.ts';
import type { Format } from './formats.ts';
import { linesOf } from './lines.ts';
import { Progress } from './progress.ts';
import { readingsOf } from './readings.ts';

interface ImportOptions {
  readonly format: Format;
  /** Number of the first line to import. */
  readonly from: number;
  readonly dryRun: boolean;
}

/**
 * Puts the devices of a file, chunk by chunk. When a chunk is done, so are all lines before its end, and an import that
 * is stopped can be resumed from there. Prints each broken line and a summary.
 * @throws CommandError when it is stopped, and at the end when a line was broken or there was no device at all
 */
export async function importDevices(
  stage: Stage,
  printer: Printer,
  file: string,
  options: ImportOptions,
): Promise<void> {
  const interruption = interruptible();
  const progress = new Progress(await sizeOf(file));
  const total = { devices: 0, broken: 0 };
  // The stream prepares the next chunk while one is written.
  const chunks: AsyncIterable<Chunk> = Readable.from(chunksOf(readingsOf(linesOf(utf8In(piecesOf(file))), options)), {
    highWaterMark: 1,
  });
  try {
    for await (const chunk of chunks) {
      if (!options.dryRun) await putChunk(stage, chunk, interruption);
      total.devices += chunk.valid;
      total.broken += chunk.broken.length;
      if (chunk.broken.length > 0) progress.clear();
      for (const fault of chunk.broken) printer.print(fault, `line ${String(fault.line)}: ${fault.why}`);
      progress.add(chunk);
    }
  } finally {
    progress.clear();
  }
  report(printer, { ...total, dryRun: options.dryRun }, progress.seconds);
}

/** Aborted by the first Ctrl-C, so that the current chunk is finished; a second one ends the process. */
function interruptible(): AbortSignal {
  const controller = new AbortController();
  process.once('SIGINT', () => {
    controller.abort();
  });
  return controller.signal;
}

/** On failure or an earlier interruption, says how to resume: from this chunk, since puts may be repeated. */
async function putChunk({ documents, tables }: Stage, { first, devices }: Chunk, interruption: AbortSignal) {
  const resume = `all lines before ${String(first)} are done: resume with --from ${String(first)}`;
  if (interruption.aborted) throw new CommandError(`Interrupted; ${resume}`);
  try {
    await putAll(documents, tables.devices, [...devices.values()]);
  } catch (error) {
    throw new CommandError(`${messageOf(error)}; ${resume}`, { cause: error });
  }
}

function report(
  printer: Printer,
  total: { readonly devices: number; readonly broken: number; readonly dryRun: boolean },
  seconds: number,
): void {
  const { devices, broken, dryRun } = total;
  if (devices + broken === 0) throw new CommandError('There is no device in the file, or none after the line given');
  const perSecond = Math.round(devices / seconds);
  printer.print(
    { ...total, seconds: Number(seconds.toFixed(1)), perSecond },
    `${String(devices)} devices ${dryRun ? 'valid, nothing written' : 'written'}, in ${seconds.toFixed(1)} s (${String(perSecond)} devices/s)`,
  );
  if (broken > 0) throw new CommandError(`Broken lines, which were left out: ${String(broken)}`);
}
