import type { ProgramContext } from '../../command-line.ts';
import { askForJson, errorPrinter, exitCodeOf } from '../../run-program.ts';
import { addDeviceCommands } from './device/devices.ts';
import { addFirmwareCommands } from './firmwares.ts';
import { newTool, type Tool } from './program.ts';
import { addRolloutCommands } from './rollout/commands.ts';
import { addSessionCommands } from './sessions.ts';
import { addUpgradeCommands } from './upgrade/commands.ts';

/** The whole tool; with `json` it prints no help beside an error. */
export function fleetTool(context: ProgramContext, json = false): Tool {
  const tool = newTool(context, json);
  addSessionCommands(tool);
  addDeviceCommands(tool);
  addFirmwareCommands(tool);
  addUpgradeCommands(tool);
  addRolloutCommands(tool);
  return tool;
}

/** Runs the command that the arguments ask for. Resolves to the exit code. */
export async function runFleet(args: readonly string[], context: ProgramContext): Promise<number> {
  const { program } = fleetTool(context, askForJson(args));
  return exitCodeOf(program, args, errorPrinter(args, context), context);
}
