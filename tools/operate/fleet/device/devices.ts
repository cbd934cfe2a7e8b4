import { readFile } from 'node:fs/promises';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { listStreamServers } from '../../../../functions/get-stream-servers-list/stream-servers.ts';
import type { DeviceItem, StreamServerItem } from '../../../../functions/store/items/device.ts';
import { CommandError } from '../../../command-line.ts';
import type { Printer } from '../output/printer.ts';
import { detailLines, scalarsOf, type Columns, type Row } from '../output/records.ts';
import { find, scan } from '../stage/items.ts';
import type { Stage } from '../stage/stage.ts';
import { explainIssues, streamServers } from './schema.ts';

const COLUMNS: Columns = { sn: 20, familyId: 1, modelId: 1, hardwareVersion: 1, firmwareVersion: 1, online: 1 };

/** What the tool shows of a device, besides its stream servers. */
const SHOWN = Object.keys(COLUMNS);

/** Lists all devices as they come from the table, so that memory use does not grow with the fleet. */
export async function listDevices(stage: Stage, printer: Printer): Promise<void> {
  await printer.list(COLUMNS, allDevices(stage));
}

async function* allDevices(stage: Stage): AsyncGenerator<Row, void> {
  for await (const item of scan(stage, { table: 'devices', attributes: SHOWN })) yield scalarsOf(item, SHOWN);
}

/**
 * Shows a device, with the types of stream servers that are configured.
 * @throws CommandError when it is not registered
 */
export async function showDevice(stage: Stage, printer: Printer, sn: string): Promise<void> {
  const item = await find(stage, 'devices', sn);
  const configured = listStreamServers(item['streamServers']).filter(({ isConfigured }) => isConfigured);
  const types = configured.map(({ type }) => type);
  const device = scalarsOf(item, SHOWN);
  printer.print(
    { ...device, configuredServers: types },
    detailLines({ ...device, configuredServers: types.join(', ') || 'none' }),
  );
}

interface Changes extends Omit<DeviceItem, 'streamServers' | 'online'> {
  readonly online: boolean | undefined;
}

/**
 * Sets the given attributes of a device, new or not, and leaves the rest as it is.
 * @param serversFile path of a JSON list of stream servers
 * @throws CommandError when that file is not usable
 */
export async function putDevice(
  { documents, tables }: Stage,
  printer: Printer,
  { sn, ...changes }: Changes,
  serversFile: string | undefined,
): Promise<void> {
  const servers = serversFile === undefined ? undefined : await readServers(serversFile);
  const all = Object.entries({ ...changes, streamServers: servers }).filter(([, value]) => value !== undefined);
  await documents.send(
    new UpdateCommand({
      TableName: tables.devices,
      Key: { sn },
      UpdateExpression: `SET ${all.map(([name]) => `#${name} = :${name}`).join(', ')}`,
      ExpressionAttributeNames: Object.fromEntries(all.map(([name]) => [`#${name}`, name])),
      ExpressionAttributeValues: Object.fromEntries(all.map(([name, value]) => [`:${name}`, value])),
    }),
  );
  printer.print({ sn, changed: all.map(([name]) => name) }, `Device ${sn} is registered.`);
}

async function readServers(file: string): Promise<readonly StreamServerItem[]> {
  const result = v.safeParse(streamServers, await readJson(file));
  if (result.success) return result.output;
  throw new CommandError(`The stream servers in ${file} are invalid: ${explainIssues(result.issues)}`);
}

/** The parser's own message repeats the text at fault, which may be a secret. */
async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    const why = error instanceof SyntaxError ? 'it is not JSON' : 'it cannot be read';
    throw new CommandError(`The stream servers cannot be taken from ${file}: ${why}`, { cause: error });
  }
}
