import { EarlyEnd, type Ending } from '../../ending.ts';
import { CommandError, newCommand, serialNumber, UsageError, type ProgramContext } from '../../command-line.ts';
import { isInDoubt, messageOf } from './errors.ts';
import { Printer } from './output.ts';
import { openStage } from './stage/open-stage.ts';
import type { Stage } from './stage/stage.ts';

/** What a command works with. */
export interface CommandContext extends ProgramContext, Stage {
  readonly printer: Printer;
}

/** What a command does on a stage. */
type Run<Args extends unknown[]> = (context: CommandContext, ...args: Args) => Promise<void>;

/** The tool, to which each group adds its commands. */
export type Tool = ReturnType<typeof newTool>;

/** A group of commands, such as `device`. */
export type Group = ReturnType<Tool['program']['command']>;

/** Adds a command for one device, which its argument names. */
export function deviceCommand(group: Group, name: string, description: string) {
  return group.command(name).description(description).argument('<sn>', 'its serial number', serialNumber);
}

/** The tool without its commands. */
export function newTool(context: ProgramContext, json: boolean) {
  const program = newCommand(
    'fleet',
    'Fills and inspects the tables of a stage, and starts upgrades through its API.',
    '0 done, 1 failed',
    json ? { stdout: context.stdout } : context,
  )
    .option('--stage <name>', 'a deployed stage; without it, the local one')
    .option('--json', 'print JSON, one object a line');
  return { program, context, onStage, changeStage, changeInSteps };

  /**
   * Runs a command on the stage that the options name, and closes the stage afterwards. When the program is asked to
   * end, the command is cut off wherever it is not settling.
   * @throws CommandError, UsageError: any failure, in one line
   */
  async function onStage<Args extends unknown[]>(run: Run<Args>, ...args: Args): Promise<void> {
    const { stage: name, json = false } = program.opts();
    try {
      const stage = await openStage(name, context);
      try {
        await run({ ...context, ...stage, printer: new Printer(context, json) }, ...args);
      } finally {
        stage.client.destroy();
      }
    } catch (error) {
      if (error instanceof UsageError || error instanceof EarlyEnd) throw error;
      throw new CommandError(messageOf(error), { cause: error });
    }
  }

  /** The same for a command that changes the stage by a {@link step}: before that, nothing was done. */
  function changeInSteps<Args extends unknown[]>(run: Run<Args>, ...args: Args): Promise<void> {
    context.ending.tellEarly(() => 'nothing was done');
    return onStage(run, ...args);
  }

  /** The same for a command that is not cut off before it has told what it did: it is one step, or sees itself to an early end. */
  function changeStage<Args extends unknown[]>(run: Run<Args>, ...args: Args): Promise<void> {
    return changeInSteps((stage) => step(stage.ending, () => run(stage, ...args)));
  }
}

/**
 * Takes a step that changes the stage. Sets what is told when it is cut off, or fails after it may have started or cancelled upgrades.
 * @throws EarlyEnd instead, when the program is asked to end
 */
export function step<T>(ending: Ending, take: () => Promise<T>): Promise<T> {
  return ending.settle(() => {
    ending.tellFailure((error) => {
      if (error === undefined) return 'it is done';
      return error instanceof EarlyEnd || isInDoubt(error.cause) ? 'look whether it is done' : '';
    });
    return take();
  });
}
