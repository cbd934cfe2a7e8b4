import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { CommandError, newCommand } from '../command-line.ts';
import { runCommand } from '../run-program.ts';
import { synthesiseDev } from '../stage/assembly.ts';
import { documentedBodies, type Bodies } from './examples.ts';
import { generatedFiles, type GeneratedFile } from './generated-files.ts';
import { answersOfFreshStages, bodiesOf } from './record.ts';

const command = newCommand(
  'npm run openapi --',
  "Writes docs/openapi.yaml and the client's types and codes.",
  '0 done, 1 a file is not up to date (--check)',
)
  .option('--record', 'first ask a local stage for every example again')
  .option('--check', 'write nothing, only compare')
  .action(async ({ record = false, check = false }) => {
    const files = await generatedFiles(record ? await recorded() : documentedBodies());
    for (const file of files) await (check ? compare : write)(file);
  });

await runCommand(command);

async function recorded(): Promise<Bodies> {
  await using scope = new AsyncDisposableStack();
  return bodiesOf(await answersOfFreshStages({ assembly: await synthesiseDev(scope) }));
}

async function write({ path, text }: GeneratedFile): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

async function compare({ path, text }: GeneratedFile): Promise<void> {
  if ((await readFile(path, 'utf8')) !== text) throw new CommandError(`${path} is not up to date: npm run openapi`);
}
