import { CommandError, newCommand, serialNumber, UsageError, type ProgramContext } from '../../command-line.ts';
import { messageOf } from './errors.ts';
import { Printer } from './output.ts';
import { openStage } from './stage/open-stage.ts';
import type { Stage } from './stage/stage.ts';

/** What a command works with. */
export interface CommandContext extends ProgramContext, Stage {
  readonly printer: Printer;
}

/** The tool, to which each group adds its commands. */
export type Tool = ReturnType<typeof newTool>;

/** A group of commands, such as `device`. */
export type Group = ReturnType<Tool['program']['command']>;

/** Adds a command for one device, which its argument names. */
export function deviceCommand(group: Group, name: string, description: string) {
  return group.command(name).description(description).argument('<sn>', 'its serial number', serialNumber);
}

/** The tool without its commands. */
export function newTool(context: ProgramContext) {
  const program = newCommand(
    'fleet',
    'Fills and inspects the tables of a stage, and starts upgrades through its API.',
    '0 done, 1 failed',
    context,
  )
    .option('--stage <name>', 'a deployed stage; without it, the local one')
    .option('--json', 'print JSON, one object a line');
  return { program, env: context.env, onStage };

  /**
   * Runs a command on the stage that the options name, and closes the stage afterwards.
   * @throws CommandError, UsageError: any failure, in one line
   */
  async function onStage<Args extends unknown[]>(
    run: (context: CommandContext, ...args: Args) => Promise<void>,
    ...args: Args
  ): Promise<void> {
    const { stage: name, json = false } = program.opts();
    try {
      const stage = await openStage(name, context);
      try {
        await run({ ...context, ...stage, printer: new Printer(context, json) }, ...args);
      } finally {
        stage.client.destroy();
      }
    } catch (error) {
      if (error instanceof UsageError) throw error;
      throw new CommandError(messageOf(error), { cause: error });
    }
  }
}
