import { onStage } from '../on-stage.ts';
import { serialNumber } from '../options/serial-number.ts';
import type { Program } from '../program.ts';
import { addImportCommand } from './import/command.ts';
import { listDevices } from './list.ts';
import { addPutCommand } from './put-command.ts';
import { listServers } from './servers.ts';
import { showDevice } from './show.ts';

/** Devices: what is registered, and the stream servers of each. */
export function addDeviceCommands(program: Program): void {
  const device = program.command('device').description('devices: what is registered, and the stream servers of each');

  addPutCommand(device, program);

  device
    .command('show')
    .description('shows a device')
    .argument('<sn>', 'its serial number', serialNumber)
    .action((sn) => onStage(program.opts(), (stage, printer) => showDevice(stage, printer, sn)));

  device
    .command('list')
    .description('lists all devices, in no order')
    .action(() => onStage(program.opts(), listDevices));

  addImportCommand(device, program);

  device
    .command('servers')
    .description('lists the stream servers of a device and what keeps each from being configured')
    .argument('<sn>', 'its serial number', serialNumber)
    .action((sn) => onStage(program.opts(), (stage, printer) => listServers(stage, printer, sn)));
}
