import { randomInt } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { expect } from '@jest/globals';
import { Ending } from '../../tools/ending.ts';
import { fleetTool, runFleet } from '../../tools/operate/fleet/fleet-program.ts';
import { DEMO } from '../../tools/stage/demo-data/demo.ts';
import { emptyFolder } from './folders.ts';
import { runProgram, type ProgramOptions, type ProgramRun } from './run-program.ts';
import { SECRET } from './secrets.ts';
import { documents, newDevices, newSns, put, stage } from './stage.ts';
import { startStandIn, type Change } from './stand-in.ts';

/** A folder with a file that describes a stage, as the local stage writes it; removed after the suite. */
export function folderOf(description: object): string {
  const folder = emptyFolder();
  mkdirSync(join(folder, '.local/stages'), { recursive: true });
  writeFileSync(join(folder, '.local/stages/3000.json'), JSON.stringify(description));
  return folder;
}

/** The folder of the shared stage. */
export const home = folderOf(stage);

/** Writes a file into the folder of the shared stage. */
export function file(name: string, content: string | Uint8Array): string {
  writeFileSync(join(home, name), content);
  return name;
}

/** The variables with the session of the demo administrator. */
export const asAdmin = { variables: { FLEET_SID: DEMO.admin.sid, FLEET_UID: DEMO.admin.uid } };

/** An administrator's session on a stage whose answers are changed. */
export async function onStageWith(change: Change) {
  const { url } = await startStandIn(change);
  return { ...asAdmin, folder: folderOf({ ...stage, url }) };
}

/** A file of new devices in JSON Lines, in the order of their serial numbers. */
export function fleetFile(count: number): { readonly path: string; readonly sns: readonly string[] } {
  const sns = newSns(count);
  const product = { familyId: 3, modelId: 2, hardwareVersion: '1.0', firmwareVersion: '2.3.0' };
  const name = file('fleet.jsonl', sns.map((sn) => JSON.stringify({ sn, ...product })).join('\n'));
  return { path: join(home, name), sns };
}

/** Devices of a product of their own, with a firmware for it. */
export async function newFleet(count: number) {
  const [firmwareId, familyId] = [randomInt(1_000_000, 1_000_000_000), randomInt(1_000_000, 1_000_000_000)];
  const product = { familyId, modelId: 2, hardwareVersion: '1.0' };
  const rest = { version: '9', state: 'available', location: 's3://f/9', sizeBytes: 1, sha256: 'a'.repeat(64) };
  const firmware = { firmwareId, ...product, ...rest };
  await put('firmwares', firmware);
  const sns = await newDevices(count, { familyId });
  return { id: String(firmwareId), family: String(familyId), product, firmware, sns };
}

/** A command as its words, or as a line if none of them has a space. */
type Command = string | readonly string[];

/** Runs a command on the shared stage, unless another folder is given. */
export function fleet(command: Command, options: ProgramOptions = {}): Promise<ProgramRun> {
  return runProgram(runFleet, wordsOf(command), { folder: home, ...options });
}

const wordsOf = (command: Command) => (typeof command === 'string' ? command.split(' ') : command);

/** What a command prints with `--json`, one object per line. Throws if it fails. */
export async function fleetJson(command: Command, options?: ProgramOptions) {
  const { code, stdout, stderr } = await fleet([...wordsOf(command), '--json'], options);
  if (code !== 0) throw new Error(stderr);
  return objectsIn(stdout);
}

/** The one line with which a command fails before it has printed anything; it holds no secret. */
export async function failureOf(command: Command, options?: ProgramOptions): Promise<string> {
  const run = await fleet(command, options);
  expect(run).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(/^error: [^\n]+\n$/) });
  expect(run.stderr).not.toMatch(SECRET);
  return run.stderr.slice('error: '.length, -1);
}

/** All commands of the tool, for their names and their help. */
export function fleetProgram() {
  const { env, stdin, stdout, stderr } = process;
  return fleetTool({ cwd: () => home, env, stdin, stdout, stderr, ending: new Ending() }).program;
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
