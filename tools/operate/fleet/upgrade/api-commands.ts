import { Option } from '@commander-js/extra-typings';
import { CommandError, UsageError, wholeNumber } from '../../../command-line.ts';
import { durationSeconds, selectedSns, someText } from '../option-values.ts';
import { onStage, type Group, type Program } from '../program.ts';
import type { Stage } from '../stage/stage.ts';
import { apiOf, sessionFrom } from './api.ts';
import { runOrder, type Order } from './campaign.ts';
import { upgradesOf } from './records.ts';
import { checkSelection, devicesOf, namesEach, type Selection } from './selection.ts';
import { showStatus, watchUpgrades } from './watch.ts';

const COOKIES = {
  sid: () => new Option('--sid <cookie>', "an administrator's cloud-sid; better in the variable").env('FLEET_SID'),
  uid: () => new Option('--uid <cookie>', 'the cloud-uid that belongs to it').env('FLEET_UID'),
};

const SNS = 'serial numbers; - for a list of them on standard input';
const FILE = 'a list: one serial number a line, or CSV or JSON Lines with a field "sn"';

/** Adds the commands that call the API. */
export function addApiCommands(upgrade: Group, program: Program): void {
  const start = addOrderCommand(upgrade, 'start', 'starts upgrades, through the API; safe to repeat');
  start.option('--dry-run', 'say what the API would answer, and start nothing').action((sns = [], options) => {
    return order(program, { sns, ...options }, options.dryRun ? 'dryRun' : 'startUpgrade');
  });
  addOrderCommand(upgrade, 'cancel', 'takes back upgrades that have not begun, through the API; safe to repeat').action(
    (sns = [], options) => order(program, { sns, ...options }, 'cancelUpgrade'),
  );

  upgrade
    .command('status')
    .description('tells what became of the upgrades of devices, through the API')
    .argument('[sn...]', SNS, selectedSns)
    .option('--file <path>', FILE)
    .addOption(COOKIES.sid())
    .addOption(COOKIES.uid())
    .action((sns = [], { file, sid, uid }) => {
      const session = sessionFrom(sid, uid);
      checkSelection({ sns, file });
      return onStage(program, async (stage, printer) => {
        await showStatus(printer, apiOf(stage, session), await devicesOf(stage, { sns, file }));
      });
    });

  addWatchCommand(upgrade, program);
}

function addOrderCommand(upgrade: Group, name: string, description: string) {
  return upgrade
    .command(name)
    .description(description)
    .argument('[sn...]', SNS, selectedSns)
    .requiredOption('--firmware <id>', 'the firmware id', wholeNumber(1))
    .option('--file <path>', FILE)
    .option('--all', 'all registered devices; the next three narrow them down')
    .option('--family <number>', 'only those of this product family', wholeNumber(0))
    .option('--model <number>', 'only those of this product model', wholeNumber(0))
    .option('--hardware <version>', 'only those of this hardware version', someText)
    .addOption(COOKIES.sid())
    .addOption(COOKIES.uid());
}

interface Ordered extends Selection {
  readonly firmware: number;
  readonly sid?: string | undefined;
  readonly uid?: string | undefined;
}

async function order(
  program: Program,
  { firmware, sid, uid, ...selection }: Ordered,
  call: Order['call'],
): Promise<void> {
  const session = sessionFrom(sid, uid);
  checkSelection(selection);
  await onStage(program, async (stage, printer) => {
    const sns = await devicesOf(stage, selection);
    const printsEach = namesEach(selection);
    await runOrder(stage, printer, apiOf(stage, session), { call, sns, firmwareId: firmware, printsEach });
  });
}

function addWatchCommand(upgrade: Group, program: Program): void {
  upgrade
    .command('watch')
    .description('shows how far upgrades are until all have ended; by default all that are under way')
    .argument('[sn...]', SNS, selectedSns)
    .option('--file <path>', FILE)
    .option('--firmware <id>', 'all upgrades to this firmware, ended ones included', wholeNumber(1))
    .addOption(duration('--every <duration>', 'how often to ask', '15s'))
    .addOption(duration('--for <duration>', 'how long at most', '90m'))
    .addOption(COOKIES.sid())
    .addOption(COOKIES.uid())
    .action((sns = [], { file, firmware, every, for: longest, sid, uid }) => {
      const session = sessionFrom(sid, uid);
      const isSelected = sns.length > 0 || file !== undefined;
      if (isSelected) checkSelection({ sns, file });
      if (isSelected && firmware !== undefined) throw new UsageError('Give devices, or --firmware, but not both');
      const watch = { intervalMs: every * 1_000, maxDurationMs: longest * 1_000 };
      return onStage(program, async (stage, printer) => {
        const devices = isSelected ? await devicesOf(stage, { sns, file }) : await onRecord(stage, firmware);
        await watchUpgrades(printer, apiOf(stage, session), devices, watch);
      });
    });
}

/** The devices with upgrades to a firmware, or with any that is under way. */
async function onRecord(stage: Stage, firmwareId: number | undefined): Promise<readonly string[]> {
  const upgrades = await upgradesOf(stage, { firmwareId });
  const sns = upgrades.filter(({ holdsDevice }) => firmwareId !== undefined || holdsDevice).map(({ sn }) => sn);
  if (sns.length > 0) return sns;
  throw new CommandError(
    firmwareId === undefined ? 'No upgrade is under way' : 'No upgrade to this firmware is on record',
  );
}

function duration<Flags extends string>(flags: Flags, description: string, preset: string) {
  return new Option(flags, `${description}, such as 90s or 30m`)
    .argParser(durationSeconds)
    .default(durationSeconds(preset), preset);
}
