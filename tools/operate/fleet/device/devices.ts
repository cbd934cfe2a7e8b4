import { text } from 'node:stream/consumers';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { findFaults } from '../../../../functions/get-stream-servers-list/completeness.ts';
import { readServers } from '../../../../functions/get-stream-servers-list/stored-server.ts';
import { listStreamServers } from '../../../../functions/get-stream-servers-list/stream-servers.ts';
import type { StreamServerItem } from '../../../../functions/store/items/device.ts';
import { CommandError, textThat, wholeNumber } from '../../../command-line.ts';
import { piecesOf } from '../files.ts';
import { deviceVersion } from '../option-values.ts';
import { detailLines, scalarsOf, type Columns, type Row } from '../output.ts';
import { deviceCommand, type CommandContext, type Group, type Tool } from '../program.ts';
import { find, scan, setting } from '../stage/stage.ts';
import { importDevices } from './import.ts';
import { explainIssues, ONLINE, online as onlineWord, streamServers } from './schema.ts';

export function addDeviceCommands({ program, onStage, changeStage }: Tool): void {
  const device = program.command('device').description('devices: what is registered, and the stream servers of each');

  addPutCommand(device, changeStage);

  device
    .command('import')
    .description('registers the devices of a file, replacing whole records; only broken lines are left out')
    .argument('<file>', 'JSON Lines, or CSV with a header')
    .option('--from <line>', 'skip the lines before this one, to resume an import', wholeNumber(1), 1)
    .option('--dry-run', 'check each line, and write nothing')
    .action((file, { from, dryRun = false }) => changeStage(importDevices, file, { from, dryRun }));

  const aboutDevice = 'shows a device as the device registry has it, the version of its firmware included';
  deviceCommand(device, 'show', aboutDevice).action((sn) => onStage(showDevice, sn));

  device
    .command('list')
    .description('lists all devices, in no order')
    .action(() => onStage(listDevices));

  const aboutServers = 'lists the stream servers of a device, and what keeps each from being configured';
  deviceCommand(device, 'servers', aboutServers).action((sn) => onStage(listServers, sn));
}

function addPutCommand(device: Group, changeStage: Tool['changeStage']): void {
  deviceCommand(device, 'put', 'registers a device or changes it; what no option names stays as it is')
    .requiredOption('--family <number>', 'product family', wholeNumber(0))
    .requiredOption('--model <number>', 'product model', wholeNumber(0))
    .requiredOption('--hardware <version>', 'hardware version', deviceVersion)
    .requiredOption('--firmware-version <version>', 'version of the installed firmware', deviceVersion)
    .option(
      '--online <word>',
      `whether it is online; ${ONLINE}`,
      textThat((word) => v.is(onlineWord, word), `It ${ONLINE}.`),
    )
    .option('--servers <file>', 'its stream servers: a JSON list, in a file since it holds secrets')
    .action((sn, { family, model, hardware, firmwareVersion, online, servers }) => {
      const product = { familyId: family, modelId: model, hardwareVersion: hardware, firmwareVersion };
      return changeStage(
        putDevice,
        sn,
        { ...product, ...(online && { online: v.parse(onlineWord, online) }) },
        servers,
      );
    });
}

/**
 * Sets the given attributes of a device, new or not, and leaves the rest as it is.
 * @param serversFile path of a JSON list of stream servers
 * @throws CommandError when that file is not usable
 */
async function putDevice(
  context: CommandContext,
  sn: string,
  attributes: Row,
  serversFile: string | undefined,
): Promise<void> {
  const { documents, tables, printer } = context;
  const servers = serversFile === undefined ? {} : { streamServers: await serversIn(context, serversFile) };
  const changes = { ...attributes, ...servers };
  await documents.send(new UpdateCommand({ TableName: tables.devices, Key: { sn }, ...setting(changes) }));
  printer.print({ sn, changed: Object.keys(changes) }, `Device ${sn} is registered.`);
}

async function serversIn(context: CommandContext, file: string): Promise<readonly StreamServerItem[]> {
  const json = await text(piecesOf(context, file));
  const result = v.safeParse(v.pipe(v.string(), v.parseJson(), streamServers), json);
  if (result.success) return result.output;
  throw new CommandError(`The stream servers in ${file} are invalid: ${explainIssues(result.issues)}`);
}

const COLUMNS: Columns = { sn: 20, familyId: 1, modelId: 1, hardwareVersion: 1, firmwareVersion: 1, online: 1 };

/** What the tool shows of a device, besides its stream servers. */
const SHOWN = Object.keys(COLUMNS);

/** Lists all devices as they come from the table, so that memory use does not grow with the fleet. */
async function listDevices(context: CommandContext): Promise<void> {
  await context.printer.list(COLUMNS, scan(context, { table: 'devices', attributes: SHOWN }));
}

/**
 * Shows a device, with the types of stream servers that are configured.
 * @throws CommandError when it is not registered
 */
async function showDevice(context: CommandContext, sn: string): Promise<void> {
  const item = await find(context, 'devices', sn);
  const configured = listStreamServers(item['streamServers']).filter(({ isConfigured }) => isConfigured);
  const types = configured.map(({ type }) => type);
  const device = scalarsOf(item, SHOWN);
  const lines = detailLines({ ...device, configuredServers: types.join(', ') || 'none' });
  context.printer.print({ ...device, configuredServers: types }, ...lines);
}

/**
 * Lists the stream servers of a device as the API does, with what is missing or wrong in each. Never a value: see
 * Fault.
 */
async function listServers(context: CommandContext, sn: string): Promise<void> {
  const { printer } = context;
  const { streamServers: stored } = await find(context, 'devices', sn);
  const servers = readServers(stored);
  for (const { type, name, isConfigured } of listStreamServers(stored)) {
    // If there are several of one type, the first counts, as in the list.
    const server = servers.find((candidate) => candidate.type === type);
    const faults = findFaults(server ?? { type });
    const reasons = server ? faults.map(({ field, problem }) => `${field} ${problem}`) : ['never set on the device'];
    const state = isConfigured
      ? [{ style: 'green', text: 'configured' } as const]
      : [{ style: 'red', text: 'not configured' } as const, `: ${reasons.join(', ')}`];
    const view = { type, name, isConfigured, isSet: server !== undefined, faults };
    printer.print(view, [`${String(type)}  ${name.padEnd(20)}  `, ...state]);
  }
}
