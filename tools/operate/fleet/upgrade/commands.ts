import { Option } from '@commander-js/extra-typings';
import { onStage } from '../on-stage.ts';
import { serialNumber, serialNumbers } from '../options/serial-number.ts';
import { countingNumber } from '../options/whole-number.ts';
import type { Program } from '../program.ts';
import { addEndCommands } from './end-commands.ts';
import { listUpgrades } from './list.ts';
import { rehearse } from './rehearse.ts';
import { sessionFrom } from './session.ts';
import { showUpgrade } from './show.ts';
import { start } from './start.ts';

/** Upgrades: one for each device, the last one. */
export function addUpgradeCommands(program: Program): void {
  const upgrade = program.command('upgrade').description('upgrades: of each device the last one');

  upgrade
    .command('start')
    .description('starts an upgrade on devices that are alike, through the API; asking again is safe')
    .argument('<sn...>', 'serial numbers', serialNumbers)
    .requiredOption('--firmware <id>', 'the firmware id', countingNumber)
    .option('--dry-run', 'tell from the tables what the API would answer now, and start nothing')
    .addOption(
      new Option('--sid <cookie>', "an administrator's cloud-sid; better given by the variable").env('FLEET_SID'),
    )
    .addOption(new Option('--uid <cookie>', 'the cloud-uid that belongs to it').env('FLEET_UID'))
    .action((sns, { firmware, dryRun, sid, uid }) => {
      const order = { sns, firmwareId: firmware };
      if (dryRun) return onStage(program.opts(), (stage, printer) => rehearse(stage, printer, order));
      const session = sessionFrom(sid, uid);
      return onStage(program.opts(), (stage, printer) => start(stage, printer, order, session));
    });

  upgrade
    .command('show')
    .description('shows the last upgrade of a device')
    .argument('<sn>', 'its serial number', serialNumber)
    .action((sn) => onStage(program.opts(), (stage, printer) => showUpgrade(stage, printer, sn)));

  upgrade
    .command('list')
    .description('lists the upgrades on record')
    .addOption(
      new Option('--state <state>', 'only those in this state').choices([
        'requested',
        'running',
        'succeeded',
        'failed',
      ]),
    )
    .option('--stuck', 'only those that nobody ended, and whose lease has run out or will within ten minutes')
    .action(({ state, stuck = false }) =>
      onStage(program.opts(), (stage, printer) => listUpgrades(stage, printer, { state, stuck })),
    );

  addEndCommands(upgrade, program);
}
