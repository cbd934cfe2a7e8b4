import { Option } from '@commander-js/extra-typings';
import { wholeNumber } from '../../../command-line.ts';
import { serialNumber, someText } from '../option-values.ts';
import { onStage, type Group, type Program } from '../program.ts';
import { listDevices, putDevice, showDevice } from './devices.ts';
import { FORMATS, formatOf } from './import/formats.ts';
import { importDevices } from './import/import-devices.ts';
import { listServers } from './servers.ts';

/** Adds the commands for devices: what is registered, and the stream servers of each. */
export function addDeviceCommands(program: Program): void {
  const device = program.command('device').description('devices: what is registered, and the stream servers of each');

  addPutCommand(device, program);
  addImportCommand(device, program);

  device
    .command('show')
    .description('shows a device as the device registry has it, the version of its firmware included')
    .argument('<sn>', 'its serial number', serialNumber)
    .action((sn) => onStage(program, (stage, printer) => showDevice(stage, printer, sn)));

  device
    .command('list')
    .description('lists all devices, in no order')
    .action(() => onStage(program, listDevices));

  device
    .command('servers')
    .description('lists the stream servers of a device, and what keeps each from being configured')
    .argument('<sn>', 'its serial number', serialNumber)
    .action((sn) => onStage(program, (stage, printer) => listServers(stage, printer, sn)));
}

function addPutCommand(device: Group, program: Program): void {
  device
    .command('put')
    .description('registers a device or changes it; what no option names stays as it is')
    .argument('<sn>', 'its serial number', serialNumber)
    .requiredOption('--family <number>', 'product family', wholeNumber(0))
    .requiredOption('--model <number>', 'product model', wholeNumber(0))
    .requiredOption('--hardware <version>', 'hardware version', someText)
    .requiredOption('--firmware-version <version>', 'version of the installed firmware', someText)
    .addOption(new Option('--online <yes|no>', 'whether it is online').choices(['yes', 'no']))
    .option('--servers <file>', 'its stream servers: a JSON list, in a file since it holds secrets')
    .action((sn, { family, model, hardware, firmwareVersion, online, servers }) =>
      onStage(program, (stage, printer) => {
        const product = { familyId: family, modelId: model, hardwareVersion: hardware };
        const isOnline = online === undefined ? undefined : online === 'yes';
        return putDevice(stage, printer, { sn, ...product, firmwareVersion, online: isOnline }, servers);
      }),
    );
}

function addImportCommand(device: Group, program: Program): void {
  device
    .command('import')
    .description('registers the devices of a file, replacing whole records; only broken lines are left out')
    .argument('<file>', 'JSON Lines, or CSV with a header')
    .addOption(new Option('--format <format>', 'default: csv for a file named .csv, else jsonl').choices(FORMATS))
    .option('--from <line>', 'skip the lines before this one, to resume an import', wholeNumber(1), 1)
    .option('--dry-run', 'check each line, and write nothing')
    .action((file, { format = formatOf(file), from, dryRun = false }) =>
      onStage(program, (stage, printer) => importDevices(stage, printer, file, { format, from, dryRun })),
    );
}
