import { readFile } from 'node:fs/promises';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { DeviceItem, StreamServerItem } from '../../../../functions/store/items.ts';
import { FleetError } from '../fleet-error.ts';
import type { Printer } from '../output/printer.ts';
import type { Stage } from '../stage/stage.ts';
import { explainIssues } from './explain-issues.ts';
import { streamServers } from './stream-servers-schema.ts';

interface Changes extends Omit<DeviceItem, 'streamServers' | 'online'> {
  readonly online: boolean | undefined;
}

/** Sets what is given of a device and leaves the rest, which for a new one is nothing. */
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
  throw new FleetError(`The stream servers are not valid: ${explainIssues(result.issues)}`);
}

/** The parser's own message repeats what it stumbled on, which may be a secret. */
async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    const why = error instanceof SyntaxError ? 'it is not JSON' : 'it cannot be read';
    throw new FleetError(`The stream servers cannot be taken from ${file}: ${why}`, { cause: error });
  }
}
