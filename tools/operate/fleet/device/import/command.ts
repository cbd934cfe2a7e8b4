import { Option } from '@commander-js/extra-typings';
import { onStage } from '../../on-stage.ts';
import { countingNumber } from '../../options/whole-number.ts';
import type { Program } from '../../program.ts';
import { FORMATS, formatOf } from './format.ts';
import { importDevices } from './import-devices.ts';

/** The command that registers a whole fleet. */
export function addImportCommand(device: ReturnType<Program['command']>, program: Program): void {
  device
    .command('import')
    .description(
      'registers the devices of a file, each in place of its whole record; a broken line costs that line only',
    )
    .argument('<file>', 'JSON Lines, or CSV with a header')
    .addOption(new Option('--format <format>', 'csv if the name of the file ends so, else jsonl').choices(FORMATS))
    .option('--from <line>', 'leave out the lines before: resumes an import that was stopped', countingNumber, 1)
    .option('--dry-run', 'check each line, and write nothing')
    .action((file, { format = formatOf(file), from, dryRun = false }) =>
      onStage(program.opts(), (stage, printer) => importDevices(stage, printer, file, { format, from, dryRun })),
    );
}
