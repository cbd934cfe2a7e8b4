import { stat } from 'node:fs/promises';
import { FleetError } from '../../fleet-error.ts';
import type { Printer } from '../../output/printer.ts';
import { piecesOf } from '../../read-pieces.ts';
import type { Stage } from '../../stage/stage.ts';
import { ahead } from './ahead.ts';
import type { Format } from './format.ts';
import { linesOf } from './lines.ts';
import { Progress } from './progress.ts';
import { putStretch } from './put-stretch.ts';
import { readingsOf } from './readings.ts';
import { stretchesOf } from './stretches.ts';
import { Tally } from './tally.ts';

interface ImportOptions {
  readonly format: Format;
  /** Number of the first line that counts. */
  readonly from: number;
  readonly dryRun: boolean;
}

/**
 * Puts the devices of a file, stretch by stretch: when one is done all lines before its end are, and an import that is
 * stopped can go on from there. Prints each broken line and a summary. Throws a FleetError when it is stopped, and also
 * in the end when a line was broken.
 */
export async function importDevices(
  stage: Stage,
  printer: Printer,
  file: string,
  options: ImportOptions,
): Promise<void> {
  const interruption = interruptible();
  const progress = new Progress(await sizeOf(file));
  const tally = new Tally(options.dryRun);
  try {
    for await (const stretch of ahead(stretchesOf(readingsOf(linesOf(piecesOf(file)), options)))) {
      if (!options.dryRun) await putStretch(stage, stretch, interruption);
      tally.add(stretch);
      if (stretch.broken.length > 0) progress.clear();
      for (const fault of stretch.broken) printer.print(fault, `line ${String(fault.line)}: ${fault.why}`);
      progress.update({ bytes: stretch.end, line: stretch.last, devices: tally.devices });
    }
  } finally {
    progress.clear();
  }
  tally.report(printer);
}

/** Aborted by the first Ctrl-C, so that the stretch under way is finished; a second one ends the process. */
function interruptible(): AbortSignal {
  const controller = new AbortController();
  process.once('SIGINT', () => {
    controller.abort();
  });
  return controller.signal;
}

async function sizeOf(file: string): Promise<number> {
  try {
    return (await stat(file)).size;
  } catch (error) {
    throw new FleetError(`There is no file ${file}`, { cause: error });
  }
}
