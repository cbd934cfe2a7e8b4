import { onStage } from '../on-stage.ts';
import { serialNumber } from '../options/serial-number.ts';
import type { Program } from '../program.ts';
import { endUpgrade } from './end.ts';
import { failureReason } from './failure-reason.ts';

/** The commands that end the upgrade of a device in the device gateway's place. */
export function addEndCommands(upgrade: ReturnType<Program['command']>, program: Program): void {
  upgrade
    .command('finish')
    .description('puts on record that the upgrade of a device succeeded, which frees the device')
    .argument('<sn>', 'its serial number', serialNumber)
    .action((sn) =>
      onStage(program.opts(), (stage, printer) => endUpgrade(stage, printer, sn, { state: 'succeeded' })),
    );

  upgrade
    .command('fail')
    .description('puts on record that the upgrade of a device failed, which frees the device')
    .argument('<sn>', 'its serial number', serialNumber)
    .requiredOption('--reason <text>', 'why, in 1 to 256 characters without secrets', failureReason)
    .action((sn, { reason }) =>
      onStage(program.opts(), (stage, printer) => endUpgrade(stage, printer, sn, { state: 'failed', reason })),
    );
}
