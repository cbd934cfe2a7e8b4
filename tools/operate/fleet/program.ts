import { CommandError, newCommand, UsageError } from '../../command-line.ts';
import { messageOf } from './output/errors.ts';
import { Printer } from './output/printer.ts';
import { openStage } from './stage/open-stage.ts';
import type { Stage } from './stage/stage.ts';

/** The tool with the options that all commands share; each group adds its own commands. */
export type Program = ReturnType<typeof newProgram>;

/** A group of commands, such as `device`. */
export type Group = ReturnType<Program['command']>;

/** The tool without its commands. */
export function newProgram() {
  return newCommand(
    'fleet',
    'Fills and inspects the tables of a stage, and starts upgrades through its API.',
    '0 done, 1 failed',
  )
    .option('--stage <name>', 'a deployed stage; without it, the local one')
    .option('--json', 'print JSON, one object a line');
}

/**
 * Runs a command on the stage that the options name, and closes the stage afterwards.
 * @throws CommandError, UsageError: any failure, in one line
 */
export async function onStage(
  program: Program,
  work: (stage: Stage, printer: Printer) => Promise<void>,
): Promise<void> {
  const { stage: name, json = false } = program.opts();
  try {
    const stage = await openStage(name);
    try {
      await work(stage, new Printer(json));
    } finally {
      stage.documents.destroy();
    }
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new CommandError(messageOf(error), { cause: error });
  }
}
