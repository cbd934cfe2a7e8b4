import { randomUUID } from 'node:crypto';
import { CommandError, serialNumber, UsageError, wholeNumber } from '../../../command-line.ts';
import { campaignKey, duration, failureReason, recordKey } from '../option-values.ts';
import type { CommandContext, Group, Tool } from '../program.ts';
import {
  apiCommand,
  devicesCommand,
  matchingDevices,
  selectingCommand,
  stateOption,
  type SelectingOptions,
} from './api-commands.ts';
import { onApi } from './api.ts';
import { runOrder, type Order } from './campaign.ts';
import { endUpgrade } from './end.ts';
import { showHistory } from './history.ts';
import { listUpgrades, showUpgrade, upgradesOf } from './records.ts';
import { checkSelection, devicesOf, devicesWith, namesEach, type Devices } from './selection.ts';
import { showStatus, watchUpgrades } from './watch.ts';

export function addUpgradeCommands(tool: Tool): void {
  const upgrade = tool.program.command('upgrade').description('upgrades: the last one of each device');

  const aboutStart = 'starts upgrades, through the API, also where the last one has ended: see --key and --state';
  const aboutKey = 'resume the campaign that has printed this key; without, a new one begins';
  selectingCommand(upgrade, 'start', aboutStart)
    .option('--key <key>', aboutKey, campaignKey)
    .option('--dry-run', 'say what the API would answer, and start nothing')
    .action((sns = [], options) => order(tool, { sns, ...options }, options.dryRun ? 'dryRun' : 'startUpgrade'));
  const aboutCancel = 'cancels upgrades that have not begun, through the API';
  selectingCommand(upgrade, 'cancel', aboutCancel)
    .option('--key <key>', 'only upgrades of the campaign with this key', campaignKey)
    .action((sns = [], options) => order(tool, { sns, ...options }, 'cancelUpgrade'));

  const aboutStatus = 'tells what became of the upgrades of devices, through the API';
  devicesCommand(upgrade, 'status', aboutStatus).action(async (sns = [], { file, ...session }) => {
    checkSelection({ sns, file });
    await onApi(tool, session, async (context, api) => {
      await showStatus(context.printer, api, await devicesOf(context, { sns, file }));
    });
  });

  apiCommand(upgrade, 'history', 'tells the upgrades of a device, newest first, through the API')
    .argument('<sn>', 'its serial number', serialNumber)
    .action((sn, session) => onApi(tool, session, (context, api) => showHistory(context, api, sn)));

  addWatchCommand(upgrade, tool);
  addRecordCommands(upgrade, tool);
}

async function order(tool: Tool, options: SelectingOptions & { key?: string | undefined }, call: Order['call']) {
  checkSelection(options);
  await onApi(tool, options, async (context, api) => {
    context.ending.tellEarly(() => 'nothing was done');
    const devices = await matchingDevices(context, options, call === 'cancelUpgrade' ? options.key : undefined);
    const { firmware: firmwareId, key = call === 'startUpgrade' ? randomUUID() : undefined } = options;
    await runOrder(context, api, { ...devices, call, firmwareId, printsEach: namesEach(options), key });
  });
}

function addWatchCommand(upgrade: Group, tool: Tool): void {
  devicesCommand(upgrade, 'watch', 'shows how far upgrades are until all have ended; by default all that are under way')
    .option('--firmware <id>', 'all upgrades to this firmware, ended ones included', wholeNumber(1))
    .option('--key <key>', 'all of this campaign; of devices that are given, those that it has started', campaignKey)
    // Timers take no more.
    .addOption(duration('--every <duration>', 'how often to ask', '15s', 24))
    .addOption(duration('--for <duration>', 'how long at most', '90m', 24))
    .action(async (sns = [], { file, firmware, key, every, for: longest, ...session }) => {
      const isSelected = sns.length > 0 || file !== undefined;
      if (isSelected) checkSelection({ sns, file });
      if (isSelected && firmware !== undefined) throw new UsageError('Give devices, or --firmware, but not both');
      const isPassing = !isSelected && firmware === undefined && key === undefined;
      const watch = { intervalMs: every * 1_000, maxDurationMs: longest * 1_000, key, firmwareId: firmware, isPassing };
      await onApi(tool, session, async (context, api) => {
        const devices = isSelected ? await devicesOf(context, { sns, file }) : await onRecord(context, firmware, key);
        await watchUpgrades(context, api, devices, watch);
      });
    });
}

/** The devices with upgrades to a firmware or of a campaign, or with any that is under way. */
async function onRecord(context: CommandContext, firmwareId?: number, key?: string): Promise<Devices> {
  const isNamed = firmwareId !== undefined || key !== undefined;
  const upgrades = await upgradesOf(context, { firmwareId, key });
  const keys = upgrades.filter(({ holdsDevice }) => isNamed || holdsDevice).map(({ sn }) => sn);
  if (keys.length > 0) return devicesWith(context.printer, keys);
  const which = key === undefined ? 'to this firmware' : 'under this key';
  throw new CommandError(isNamed ? `No upgrade ${which} is on record` : 'No upgrade is under way');
}

/** The commands for what is on record; they work on the table. */
function addRecordCommands(upgrade: Group, { onStage, changeStage }: Tool): void {
  recordCommand(upgrade, 'show', 'shows the last upgrade of a device').action((sn) => onStage(showUpgrade, sn));

  upgrade
    .command('list')
    .description('lists the last upgrade of each device, by serial number')
    .option('--firmware <id>', 'only those to this firmware', wholeNumber(1))
    .addOption(stateOption())
    .option('--stuck', 'only those of silent devices: timed out, or not begun ten minutes after the request')
    .option('--not-installed', 'only devices that do not have the version of the firmware yet')
    .option('--offline', 'only devices that are offline')
    .action(({ firmware, state, ...others }) => {
      if (others.notInstalled && firmware === undefined) throw new UsageError('--not-installed goes with --firmware');
      return onStage(listUpgrades, { firmwareId: firmware, states: state, ...others });
    });

  const finish = 'records that the upgrade of a device succeeded, which frees the device';
  recordCommand(upgrade, 'finish', finish).action((sn) => changeStage(endUpgrade, sn, { state: 'succeeded' }));

  recordCommand(upgrade, 'fail', 'records that the upgrade of a device failed, which frees the device')
    .requiredOption('--reason <text>', 'why, in 1 to 256 characters without secrets', failureReason)
    .action((sn, { reason }) => changeStage(endUpgrade, sn, { state: 'failed', reason }));
}

function recordCommand(upgrade: Group, name: string, description: string) {
  const about = 'its serial number, or whatever key "upgrade list" shows';
  return upgrade.command(name).description(description).argument('<sn>', about, recordKey);
}
