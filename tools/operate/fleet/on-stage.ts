import { Printer } from './output/printer.ts';
import type { GlobalOptions } from './program.ts';
import { openStage, type Stage } from './stage/stage.ts';

/** Runs what a command does on the stage that its options name, and lets go of the stage after. */
export async function onStage(
  { stage: name, json }: GlobalOptions,
  work: (stage: Stage, printer: Printer) => Promise<void>,
): Promise<void> {
  const stage = await openStage(name);
  try {
    await work(stage, new Printer(json === true));
  } finally {
    stage.documents.destroy();
  }
}
