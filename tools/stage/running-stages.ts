import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { StartError } from './start-error.ts';

/** Where running stages describe themselves, one file each, below the folder in which they were started. */
const STAGES_FOLDER = join('.local', 'stages');

const Description = v.object({
  /** `http://127.0.0.1:PORT` */
  url: v.string(),
  dynamodbEndpoint: v.string(),
  region: v.string(),
  tables: v.object({ sessions: v.string(), devices: v.string(), firmwares: v.string(), upgrades: v.string() }),
  pid: v.number(),
});

/** A running stage, and its process id. */
export type RunningStage = Readonly<v.InferOutput<typeof Description>>;

/** How other programs find a stage; only JSON values. */
export type StageDescription = Omit<RunningStage, 'pid'>;

/** Describes a stage in `.local/stages/PORT.json` until the scope ends. Throws a StartError when that cannot be written. */
export async function publishStage(scope: AsyncDisposableStack, description: StageDescription): Promise<void> {
  const { url, dynamodbEndpoint, region, tables } = description;
  const file = join(STAGES_FOLDER, `${new URL(url).port}.json`);
  const running: RunningStage = { url, dynamodbEndpoint, region, tables, pid: process.pid };
  try {
    await mkdir(STAGES_FOLDER, { recursive: true });
    await writeFile(file, `${JSON.stringify(running, null, 2)}\n`);
  } catch (error) {
    throw new StartError(`${file} cannot be written: ${error instanceof Error ? error.message : String(error)}`);
  }
  scope.defer(() => rm(file, { force: true }));
}

/** The stages that were started in a folder and still run, sorted by port. */
export async function runningStages(folder: string): Promise<readonly RunningStage[]> {
  const stagesFolder = join(folder, STAGES_FOLDER);
  const files = await readdir(stagesFolder).catch(() => []);
  const stages = await Promise.all(files.map((file) => readStage(join(stagesFolder, file))));
  return stages.flatMap((stage) => (stage && isAlive(stage.pid) ? [stage] : [])).sort((a, b) => portOf(a) - portOf(b));
}

async function readStage(file: string): Promise<RunningStage | undefined> {
  try {
    return v.parse(Description, JSON.parse(await readFile(file, 'utf8')));
  } catch {
    // It is being written or deleted, or is not ours.
    return undefined;
  }
}

/** A stage that was killed leaves its file behind. */
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

function portOf({ url }: StageDescription): number {
  return Number(new URL(url).port);
}
