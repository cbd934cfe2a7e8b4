import { exitCodeOf } from '../../command-line.ts';
import { addDeviceCommands } from './device/commands.ts';
import { addFirmwareCommands } from './firmwares.ts';
import { errorLine } from './output/printer.ts';
import { newProgram, type Program } from './program.ts';
import { addSessionCommands } from './sessions.ts';
import { addUpgradeCommands } from './upgrade/commands.ts';

/** The whole tool. */
export function fleetProgram(): Program {
  const program = newProgram();
  addSessionCommands(program);
  addDeviceCommands(program);
  addFirmwareCommands(program);
  addUpgradeCommands(program);
  return program;
}

/** Runs the command that the arguments ask for, and sets the exit code of the process. */
export async function runFleet(args: readonly string[]): Promise<void> {
  const program = fleetProgram();
  process.exitCode = await exitCodeOf(program, args, ({ message }) => {
    console.error(errorLine(message, program.opts().json === true));
  });
}
