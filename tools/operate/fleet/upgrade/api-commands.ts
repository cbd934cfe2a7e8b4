import { Option } from '@commander-js/extra-typings';
import { CommandError, wholeNumber } from '../../../command-line.ts';
import { selectedSns, someText } from '../option-values.ts';
import type { CommandContext, Group } from '../program.ts';
import type { SessionOptions } from './api.ts';
import { passing, STATES } from './records.ts';
import { devicesOf, type Devices, type Selection } from './selection.ts';

/** Adds a command that calls the API; its usage is its name, and its arguments if it has any. */
export function apiCommand<Usage extends string>(group: Group, usage: Usage, description: string) {
  return group
    .command(usage)
    .description(description)
    .option('--sid <cookie>', "an administrator's cloud-sid; better in the variable FLEET_SID")
    .option('--uid <cookie>', 'the cloud-uid that belongs to it (variable: FLEET_UID)');
}

/** The same for devices, which it names or lists. */
export function devicesCommand<Usage extends string>(group: Group, usage: Usage, description: string) {
  return apiCommand(group, usage, description)
    .argument('[sn...]', 'serial numbers; - for a list of them on standard input', selectedSns)
    .option('--file <path>', 'a list: one serial number a line, or CSV or JSON Lines with a field "sn"');
}

/** The same for a firmware too; filters narrow the devices down. */
export function selectingCommand<Usage extends string>(group: Group, usage: Usage, description: string) {
  return devicesCommand(group, usage, description)
    .requiredOption('--firmware <id>', 'the firmware id', wholeNumber(1))
    .option('--all', 'all registered devices; the next three narrow them down')
    .option('--family <number>', 'only those of this product family', wholeNumber(0))
    .option('--model <number>', 'only those of this product model', wholeNumber(0))
    .option('--hardware <version>', 'only those of this hardware version', someText)
    .addOption(stateOption())
    .option('--not-installed', "only those that do not have the firmware's version yet");
}

/** Several may be given. */
export function stateOption() {
  const about = 'only devices whose upgrade is in this state; none if they have none to the firmware';
  return new Option('--state <state...>', about).choices(STATES);
}

/** The options of a command that selects devices and a firmware. */
export interface SelectingOptions extends Selection, SessionOptions {
  readonly firmware: number;
  readonly state?: readonly string[] | undefined;
  readonly notInstalled?: boolean | undefined;
}

/**
 * The devices that a command selects and that pass its filters.
 * @param key only those whose upgrade was started under this key
 * @throws CommandError when there are none
 */
export async function matchingDevices(
  context: CommandContext,
  options: SelectingOptions,
  key?: string,
): Promise<Devices> {
  const { firmware: firmwareId, state: states, notInstalled } = options;
  const { sns: selected, leftOut } = await devicesOf(context, options);
  const sns = await passing(context, selected, { firmwareId, states, notInstalled, key });
  if (sns.length + leftOut === 0)
    throw new CommandError('No device matches: see "upgrade list", with the same options');
  const share = `${String(sns.length)} of ${String(selected.length)}`;
  if (sns.length < selected.length) context.printer.note(`${share} devices match; the others are passed over`);
  return { sns, leftOut };
}
