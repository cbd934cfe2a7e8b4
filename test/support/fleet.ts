import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll } from '@jest/globals';
import { runTool, type Run, type Surroundings } from './run-tool.ts';
import { documents, stage } from './stage.ts';

export type { Run } from './run-tool.ts';

/** A folder with a file that describes a stage, as the local stage writes it; removed after the suite. */
export function folderOf(description: object): string {
  const folder = emptyFolder();
  mkdirSync(join(folder, '.local/stages'), { recursive: true });
  writeFileSync(join(folder, '.local/stages/3000.json'), JSON.stringify({ ...description, pid: process.pid }));
  return folder;
}

/** A folder in which no stage runs; removed after the suite. */
export function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'fleet-'));
  folders.push(folder);
  return folder;
}

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

/** The folder of the shared stage. */
export const home = folderOf(stage);

/** Writes a file into the folder of the shared stage. */
export function file(name: string, content: string | Uint8Array): string {
  writeFileSync(join(home, name), content);
  return name;
}

/** Runs the tool as npm does, on the shared stage unless another folder is given. */
export function fleet(args: readonly string[], surroundings: Surroundings = {}): Promise<Run> {
  const variables = { FLEET_SID: '', FLEET_UID: '', ...surroundings.variables };
  return runTool('operate/fleet', args, { folder: home, ...surroundings, variables });
}

/** What the tool prints with `--json`, one object per line. Throws if it fails. */
export async function fleetJson(args: readonly string[], surroundings?: Surroundings) {
  const { code, output, complaint } = await fleet([...args, '--json'], surroundings);
  if (code !== 0) throw new Error(complaint);
  return objectsIn(output);
}

/** The objects of JSON Lines. */
export function objectsIn(output: string): Record<string, unknown>[] {
  const lines = output.split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

/** A device as it is stored. */
export async function storedDevice(sn: string): Promise<Record<string, unknown> | undefined> {
  const command = new GetCommand({ TableName: stage.tables.devices, Key: { sn }, ConsistentRead: true });
  return (await documents.send(command)).Item;
}
