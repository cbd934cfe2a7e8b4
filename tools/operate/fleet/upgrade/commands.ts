import { Option } from '@commander-js/extra-typings';
import { ENDED_STATES, LIVE_STATES } from '../../../../functions/domain/upgrade.ts';
import { wholeNumber } from '../../../command-line.ts';
import { failureReason, serialNumber } from '../option-values.ts';
import { onStage, type Program } from '../program.ts';
import { addApiCommands } from './api-commands.ts';
import { endUpgrade } from './end.ts';
import { listUpgrades, showUpgrade } from './records.ts';

/** Adds the commands for upgrades: each device has one, the last. */
export function addUpgradeCommands(program: Program): void {
  const upgrade = program.command('upgrade').description('upgrades: the last one of each device');

  addApiCommands(upgrade, program);

  upgrade
    .command('show')
    .description('shows the last upgrade of a device')
    .argument('<sn>', 'its serial number', serialNumber)
    .action((sn) => onStage(program, (stage, printer) => showUpgrade(stage, printer, sn)));

  const states = [...LIVE_STATES, 'timed-out', ...ENDED_STATES] as const;
  upgrade
    .command('list')
    .description('lists the last upgrade of each device, by serial number')
    .option('--firmware <id>', 'only those to this firmware', wholeNumber(1))
    .addOption(new Option('--state <state>', 'only those in this state').choices(states))
    .option('--stuck', 'only those of silent devices: timed out, or not begun ten minutes after the request')
    .action(({ firmware, state, stuck }) =>
      onStage(program, (stage, printer) => listUpgrades(stage, printer, { firmwareId: firmware, state, stuck })),
    );

  upgrade
    .command('finish')
    .description('records that the upgrade of a device succeeded, which frees the device')
    .argument('<sn>', 'its serial number', serialNumber)
    .action((sn) => onStage(program, (stage, printer) => endUpgrade(stage, printer, sn, { state: 'succeeded' })));

  upgrade
    .command('fail')
    .description('records that the upgrade of a device failed, which frees the device')
    .argument('<sn>', 'its serial number', serialNumber)
    .requiredOption('--reason <text>', 'why, in 1 to 256 characters without secrets', failureReason)
    .action((sn, { reason }) =>
      onStage(program, (stage, printer) => endUpgrade(stage, printer, sn, { state: 'failed', reason })),
    );
}
