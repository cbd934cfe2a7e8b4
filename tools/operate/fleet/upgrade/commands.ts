import { Option } from '@commander-js/extra-typings';
import { wholeNumber } from '../../../command-line.ts';
import { failureReason, serialNumber, serialNumbers } from '../option-values.ts';
import { onStage, type Group, type Program } from '../program.ts';
import { dryRunUpgrades } from './dry-run.ts';
import { endUpgrade, listUpgrades, showUpgrade } from './records.ts';
import { sessionFrom, startUpgrades } from './start.ts';

/** Adds the commands on upgrades: one for each device, the last one. */
export function addUpgradeCommands(program: Program): void {
  const upgrade = program.command('upgrade').description('upgrades: the last one of each device');

  addStartCommand(upgrade, program);

  upgrade
    .command('show')
    .description('shows the last upgrade of a device')
    .argument('<sn>', 'its serial number', serialNumber)
    .action((sn) => onStage(program, (stage, printer) => showUpgrade(stage, printer, sn)));

  const states = ['requested', 'running', 'succeeded', 'failed'] as const;
  upgrade
    .command('list')
    .description('lists the last upgrade of each device')
    .addOption(new Option('--state <state>', 'only those in this state').choices(states))
    .option('--stuck', 'only unfinished ones whose lease has run out, or will within ten minutes')
    .action(({ state, stuck = false }) =>
      onStage(program, (stage, printer) => listUpgrades(stage, printer, { state, stuck })),
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

function addStartCommand(upgrade: Group, program: Program): void {
  upgrade
    .command('start')
    .description('starts an upgrade on devices of one product, through the API; safe to repeat')
    .argument('<sn...>', 'serial numbers', serialNumbers)
    .requiredOption('--firmware <id>', 'the firmware id', wholeNumber(1))
    .option('--dry-run', 'predict the results from the tables, and start nothing')
    .addOption(new Option('--sid <cookie>', "an administrator's cloud-sid; better in the variable").env('FLEET_SID'))
    .addOption(new Option('--uid <cookie>', 'the cloud-uid that belongs to it').env('FLEET_UID'))
    .action((sns, { firmware, dryRun, sid, uid }) => {
      const order = { sns, firmwareId: firmware };
      if (dryRun) return onStage(program, (stage, printer) => dryRunUpgrades(stage, printer, order));
      const session = sessionFrom(sid, uid);
      return onStage(program, (stage, printer) => startUpgrades(stage, printer, order, session));
    });
}
