import { onStage } from '../on-stage.ts';
import { someText } from '../options/text.ts';
import { countingNumber, wholeNumber } from '../options/whole-number.ts';
import type { Program } from '../program.ts';
import { addFirmware } from './add.ts';
import { listFirmwares } from './list.ts';
import { withdrawFirmware } from './withdraw.ts';

/** Firmwares: what may be installed on which product. */
export function addFirmwareCommands(program: Program): void {
  const firmware = program.command('firmware').description('firmwares: what may be installed on which product');

  firmware
    .command('add')
    .description('makes a firmware available, with the size and the SHA-256 of a local copy of its file')
    .argument('<file>', 'the local copy; it is read and not sent anywhere')
    .requiredOption('--id <number>', 'the firmware id, which no firmware has yet', countingNumber)
    .requiredOption('--family <number>', 'product family that it is for', wholeNumber)
    .requiredOption('--model <number>', 'product model that it is for', wholeNumber)
    .requiredOption('--hardware <version>', 'hardware version that it is for', someText)
    .requiredOption('--version <version>', 'its own version', someText)
    .requiredOption('--location <url>', 'where devices get the file, which must be there already', someText)
    .action((file, { id, family, model, hardware, version, location }) =>
      onStage(program.opts(), (stage, printer) =>
        addFirmware(stage, printer, file, {
          firmwareId: id,
          familyId: family,
          modelId: model,
          hardwareVersion: hardware,
          version,
          location,
        }),
      ),
    );

  firmware
    .command('withdraw')
    .description('lets no new upgrade to a firmware start; those under way go on')
    .argument('<id>', 'the firmware id', countingNumber)
    .action((id) => onStage(program.opts(), (stage, printer) => withdrawFirmware(stage, printer, id)));

  firmware
    .command('list')
    .description('lists all firmwares by their ids')
    .action(() => onStage(program.opts(), listFirmwares));
}
