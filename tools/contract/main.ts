import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { file, generatedFiles, type GeneratedFile } from './generated-files.ts';
import { recordAnswers } from './record/record.ts';
import { RECORDED_FILE } from './record/recorded.ts';

/**
 * `npm run openapi` writes docs/openapi.yaml and what the client has from it. With `--record` it first asks a local stage
 * for every example anew; with `--check` it writes nothing, and exits with 1 if a file is not as it would be written.
 */
const { values } = parseArgs({
  options: { record: { type: 'boolean', default: false }, check: { type: 'boolean', default: false } },
});
const act = values.check ? check : write;

if (values.record) await act(await file(RECORDED_FILE, JSON.stringify(await recordAnswers())));
for (const generated of await generatedFiles()) await act(generated);

async function write({ path, text }: GeneratedFile): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

async function check({ path, text }: GeneratedFile): Promise<void> {
  if ((await readFile(path, 'utf8')) === text) return;
  console.error(`${path} is not up to date: npm run openapi`);
  process.exitCode = 1;
}
