import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { TableNamesSchema } from './tables.ts';
import { CommandError } from '../command-line.ts';

/** Where running stages describe themselves, one file each, below the folder in which they were started. */
const STAGES_FOLDER = join('.local', 'stages');

const Description = v.object({
  /** `http://127.0.0.1:PORT` */
  url: v.string(),
  dynamodbEndpoint: v.string(),
  region: v.string(),
  tables: TableNamesSchema,
});

/** How other programs find a stage. */
export type StageDescription = Readonly<v.InferOutput<typeof Description>>;

/** Describes a stage in `.local/stages/PORT.json`, below this folder, until the scope ends. Throws a CommandError when that cannot be written. */
export async function publishStage(scope: AsyncDisposableStack, stage: StageDescription, cwd: string): Promise<void> {
  const file = join(STAGES_FOLDER, `${String(portOf(stage))}.json`);
  try {
    await mkdir(join(cwd, STAGES_FOLDER), { recursive: true });
    await writeFile(join(cwd, file), `${JSON.stringify(v.parse(Description, stage), null, 2)}\n`);
  } catch (error) {
    throw new CommandError(`${file} cannot be written: ${error instanceof Error ? error.message : String(error)}`);
  }
  scope.defer(() => rm(join(cwd, file), { force: true }));
}

/** The stages that were started in a folder and still run, sorted by port. */
export async function runningStages(folder: string): Promise<readonly StageDescription[]> {
  const stagesFolder = join(folder, STAGES_FOLDER);
  const files = await readdir(stagesFolder).catch(() => []);
  const stages = await Promise.all(files.map((file) => readStage(join(stagesFolder, file))));
  return stages.filter((stage) => stage !== undefined).sort((a, b) => portOf(a) - portOf(b));
}

async function readStage(file: string): Promise<StageDescription | undefined> {
  try {
    const stage = v.parse(Description, JSON.parse(await readFile(file, 'utf8')));
    // A stage that was killed leaves its file behind, and another program may be on its port: only a stage sends this header.
    const { headers, body } = await fetch(stage.url, { signal: AbortSignal.timeout(5_000) });
    await body?.cancel();
    return headers.has('apigw-requestid') ? stage : undefined;
  } catch {
    // It is being written or deleted, or is not ours; or nothing is there.
    return undefined;
  }
}

function portOf({ url }: StageDescription): number {
  return Number(new URL(url).port);
}
