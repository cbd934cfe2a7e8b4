import { Option } from '@commander-js/extra-typings';
import { onStage } from '../on-stage.ts';
import { serialNumber } from '../options/serial-number.ts';
import { someText } from '../options/text.ts';
import { wholeNumber } from '../options/whole-number.ts';
import type { Program } from '../program.ts';
import { putDevice } from './put.ts';

/** The command that registers one device. */
export function addPutCommand(device: ReturnType<Program['command']>, program: Program): void {
  device
    .command('put')
    .description('registers a device, or changes it; what no option speaks of stays as it is')
    .argument('<sn>', 'its serial number', serialNumber)
    .requiredOption('--family <number>', 'product family', wholeNumber)
    .requiredOption('--model <number>', 'product model', wholeNumber)
    .requiredOption('--hardware <version>', 'hardware version', someText)
    .requiredOption('--firmware-version <version>', 'what it runs', someText)
    .addOption(new Option('--online <yes|no>', 'whether it is online').choices(['yes', 'no']))
    .option('--servers <file>', 'its stream servers: a JSON list, from a file as it holds secrets')
    .action((sn, { family, model, hardware, firmwareVersion, online, servers }) =>
      onStage(program.opts(), (stage, printer) => {
        const product = { familyId: family, modelId: model, hardwareVersion: hardware };
        const isOnline = online === undefined ? undefined : online === 'yes';
        return putDevice(stage, printer, { sn, ...product, firmwareVersion, online: isOnline }, servers);
      }),
    );
}
