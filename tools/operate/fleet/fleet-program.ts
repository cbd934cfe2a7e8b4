import { exitCodeOf, type ProgramContext } from '../../command-line.ts';
import { addDeviceCommands } from './device/devices.ts';
import { addFirmwareCommands } from './firmwares.ts';
import { errorLine } from './output.ts';
import { newTool, type Tool } from './program.ts';
import { addSessionCommands } from './sessions.ts';
import { addUpgradeCommands } from './upgrade/commands.ts';

/** The whole tool. */
export function fleetTool(context: ProgramContext): Tool {
  const tool = newTool(context);
  addSessionCommands(tool);
  addDeviceCommands(tool);
  addFirmwareCommands(tool);
  addUpgradeCommands(tool);
  return tool;
}

/** Runs the command that the arguments ask for. Resolves to the exit code. */
export async function runFleet(args: readonly string[], context: ProgramContext): Promise<number> {
  const { program } = fleetTool(context);
  return exitCodeOf(program, args, ({ message }) => {
    context.stderr.write(`${errorLine(message, program.opts().json === true, context.stderr)}\n`);
  });
}
