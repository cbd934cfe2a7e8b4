import { addDeviceCommands } from './device/commands.ts';
import { addFirmwareCommands } from './firmware/commands.ts';
import { newProgram, type Program } from './program.ts';
import { addSessionCommands } from './session/commands.ts';
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
