import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { CommandError, newCommand, runCommand } from '../command-line.ts';
import { synthesiseDev } from '../stage/assembly.ts';
import { file, generatedFiles, type GeneratedFile } from './generated-files.ts';
import { recordAnswers } from './record/record.ts';
import { RECORDED_FILE } from './record/recorded.ts';

const command = newCommand(
  'npm run openapi --',
  "Writes docs/openapi.yaml and the client's types and codes.",
  '0 done, 1 a file is not up to date (--check)',
)
  .option('--record', 'first ask a local stage for every example again')
  .option('--check', 'write nothing, only compare')
  .action(async ({ record = false, check = false }) => {
    const act = check ? compare : write;
    if (record) await act(await file(RECORDED_FILE, JSON.stringify(await recorded())));
    for (const generated of await generatedFiles()) await act(generated);
  });

await runCommand(command);

/** The body of each sample's answer by the sample's name. */
async function recorded(): Promise<Readonly<Record<string, unknown>>> {
  await using scope = new AsyncDisposableStack();
  const answers = await recordAnswers({ assembly: await synthesiseDev(scope) });
  return Object.fromEntries(answers.map(({ name, body }) => [name, body]));
}

async function write({ path, text }: GeneratedFile): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

async function compare({ path, text }: GeneratedFile): Promise<void> {
  if ((await readFile(path, 'utf8')) !== text) throw new CommandError(`${path} is not up to date: npm run openapi`);
}
